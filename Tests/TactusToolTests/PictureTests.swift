import Foundation
import TactusFiles
import Testing

/// `tactus picture`: what is made, what is said of it, and what is answered to wrong input.
@Suite struct PictureTests {
  private let folder: TemporaryFolder
  private let song, bank: String

  init() throws {
    folder = try TemporaryFolder()
    song = try folder.make("song.mid", Sample.songBytes)
    bank = try folder.make("tiny.sf2", Sample.bankBytes)
  }

  private func audio() throws -> String {
    let path = folder["tone.wav"]
    let run = try ToolRun(
      ["bounce", song, "-o", path, "--bank", bank, "--rate", "8000", "--no-reverb", "--tail", "0"], in: folder)
    #expect(run.status == 0, "\(run.errors)")
    return path
  }

  @Test func theEndingSaysTheFormat() throws {
    let run = try ToolRun("picture", song, "-o", folder["a.svg"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.contains("a.svg: piano roll of 4 notes, ") && run.output.contains("1200 × 760 pixels"))
    #expect(folder.text("a.svg").hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "))
    #expect(folder.text("a.svg").contains("Small Song"))
    #expect(try ToolRun("picture", song, "-o", folder["a.PNG"], "--size", "400x300").status == 0)
    #expect(folder.bytes("a.PNG").prefix(8) == [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
  }

  @Test func theSameBytesTwiceAndOnStandardOutput() throws {
    for name in ["1.png", "2.png"] {
      #expect(try ToolRun("picture", song, "-o", folder[name], "--size", "400x300", "--theme", "dark").status == 0)
    }
    #expect(folder.bytes("1.png") == folder.bytes("2.png"))
    #expect(try ToolRun("picture", song, "-o", folder["1.svg"]).status == 0)
    let piped = try ToolRun("picture", "-", "-o", "-", "--quiet", input: Sample.songBytes)
    #expect(piped.status == 0 && piped.errors.isEmpty && piped.output == folder.text("1.svg"))
  }

  @Test func theDemo() throws {
    let run = try ToolRun("picture", "-o", "demo.svg", in: folder)
    #expect(run.status == 0 && run.output.hasPrefix("demo.svg: piano roll of "), "\(run.errors)")
  }

  @Test func everyKindOfFile() throws {
    let tone = try audio()
    for (file, arguments, kind) in [
      (song, [], "song"), (tone, ["--from", "0:00.1", "--channels", "2"], "audio"), (bank, [], "bank"),
      (bank, ["--preset", "0:5"], "preset"),
    ] as [(String, [String], String)] {
      let run = try ToolRun(
        ["picture", file, "-o", folder["x.svg"], "--json", "--size", "500x300", "--title", "Head & Line"] + arguments)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
      #expect(object["kind"] as? String == "picture" && object["of"] as? String == kind)
      #expect(object["width"] as? Int == 500 && object["height"] as? Int == 300)
      #expect(object["bytes"] as? Int == folder.bytes("x.svg").count)
      #expect(folder.text("x.svg").contains("Head &amp; Line"))
    }
  }

  @Test func wrongInput() throws {
    let out = folder["x.svg"]
    try ToolRun("picture", folder["no.mid"], "-o", out).expectComplaint("no.mid: no such file")
    try ToolRun("picture", folder.make("p.mid", Sample.picture), "-o", out).expectComplaint(
      "p.mid: a PNG picture, not a MIDI")
    try ToolRun("picture", folder.make("e.mid", []), "-o", out).expectComplaint("e.mid: the file is empty")
    try ToolRun("picture", folder.make("w.wav", Array("RIFF____WAVE".utf8)), "-o", out).expectComplaint("w.wav: ")
    try ToolRun("picture", bank, "-o", out, "--preset", "3:4").expectComplaint("no preset 3:4", "tactus inspect")
    try ToolRun("picture", bank, "-o", out, "--from", "3").expectComplaint("a bank has neither time nor channels")
    try ToolRun("picture", song, "-o", out, "--preset", "0:0").expectComplaint("--preset is for SoundFont banks")
    try ToolRun("picture", song, "-o", song, "--format", "svg").expectComplaint("choose another name")
    try ToolRun("picture", audio(), "-o", out, "--channels", "7").expectComplaint("none of those of --channels")
    #expect(!folder.names.contains("x.svg"))
  }

  @Test func wrongCommandLines() throws {
    try ToolRun("picture").expectComplaint("name the picture to make with -o", status: 2)
    try ToolRun("picture", song, "-o", "x.gif").expectComplaint("'x.gif' does not end in .svg or .png", status: 2)
    for size in ["12x12", "axb", "100000x100000", "400"] {
      try ToolRun("picture", song, "-o", "x.svg", "--size", size).expectComplaint("'\(size)'", "--size", status: 2)
    }
    try ToolRun("picture", song, "-o", "x.svg", "--from", "9", "--to", "3").expectComplaint(
      "--from is not before --to", status: 2)
    try ToolRun("picture", song, "-o", "x.svg", "--channels", "0").expectComplaint("--channels", status: 2)
    try ToolRun("picture", song, "-o", "x.png", "--theme", "auto").expectComplaint("a PNG cannot follow", status: 2)
    try ToolRun("picture", song, "-o", "-", "--json").expectComplaint("standard output cannot take both", status: 2)
  }
}
