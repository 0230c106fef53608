import Foundation
import TactusFiles
import Testing

/// `tactus picture`: the files, the reports, and the answers to wrong input.
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

  /// The same positions as in `tactus bounce`.
  @Test func partsOfASong() throws {
    let long = folder["long.mid"]
    let document = #"{"tempo": 120, "tracks": [{"pattern": {"steps": "x..x..x.x..x..x."}, "passes": 8}]}"#
    #expect(try ToolRun("sequence", folder.make("long.json", Array(document.utf8)), "-o", long).status == 0)
    for (from, to) in [("bar3", "bar5"), ("4", "0:08"), ("bar3:1", "tick322560"), ("tick161280", "8.0")] {
      let run = try ToolRun("picture", long, "-o", folder["x.svg"], "--from", from, "--to", to)
      #expect(run.status == 0 && run.output.contains("12 notes, 0:04.0 to 0:08.0"), "\(run.output)\(run.errors)")
      #expect(folder.text("x.svg").contains("bars 3 to 4 of 8"))
    }
    let out = folder["y.svg"]
    try ToolRun("picture", long, "-o", out, "--from", "bar5", "--to", "bar3").expectComplaint(
      "--from bar5:1:0 is not before --to bar3:1:0", status: 2)
    // whether bar 5 precedes second 4 depends on the song
    try ToolRun("picture", long, "-o", out, "--from", "bar5", "--to", "4").expectComplaint("--from is not before --to")
    try ToolRun("picture", long, "-o", out, "--to", "0").expectComplaint("nothing lies between the start and --to")
    try ToolRun("picture", long, "-o", out, "--from", "bar2:5").expectComplaint("bar2:5:0 lies beyond its bar", "4/4")
    try ToolRun("picture", audio(), "-o", out, "--from", "bar2").expectComplaint(
      "tone.wav: a recording has no bars or ticks; give --from and --to as times")
    try ToolRun("picture", long, "-o", out, "--from", "three").expectComplaint("--from 'three'", status: 2)
  }

  @Test func theDrawnChannelsOfARecordingAreCounted() throws {
    let run = try ToolRun("picture", audio(), "-o", folder["x.svg"], "--channels", "2")
    #expect(run.status == 0 && run.output.contains("waveform and spectrogram of 1 channel, "), "\(run.output)")
  }

  @Test func channelsThatPlayNothingAreSaid() throws {
    let run = try ToolRun("picture", song, "-o", folder["x.svg"], "--channels", "1,5,7")
    #expect(run.status == 0 && run.errors.hasSuffix("song.mid: channels 5, 7 play nothing\n"), "\(run.errors)")
    #expect(folder.text("x.svg").contains("nothing in channels 5, 7"))
    #expect(try ToolRun("picture", song, "-o", folder["x.svg"], "--channels", "5", "--quiet").errors.isEmpty)
    // a channel that is asked for on one port only is named with its port
    for (channels, words) in [
      ("2:1", "channel 2:1 plays"), ("1,2:1", ""), ("1:1,2:1,3:10-11", "channels 2:1, 3:10, 3:11 play"),
      ("7,2:7,2:8", "channels 7, 2:8 play"),
    ] {
      let run = try ToolRun("picture", song, "-o", folder["x.svg"], "--channels", channels)
      let expected = words.isEmpty ? "" : "tactus: song.mid: \(words) nothing\n"
      #expect(run.status == 0 && run.errors == expected, "\(run.errors)")
    }
  }

  /// FLAC contains exactly the same samples, so the picture differs from that of the WAV only in one word.
  @Test func compressedRecordings() throws {
    for ending in ["wav", "flac", "ogg", "mp3"] {
      let path = folder["tone.\(ending)"]
      let made = try ToolRun(
        ["bounce", song, "-o", path, "--bank", bank, "--rate", "8000", "--no-reverb", "--tail", "0"]
          + (["wav", "flac"].contains(ending) ? ["--depth", "16"] : []))
      #expect(made.status == 0, "\(made.errors)")
      let run = try ToolRun("picture", path, "-o", folder["\(ending).svg"], "--json", "--title", "x")
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(folder.text("\(ending).svg").contains(["flac": "FLAC", "ogg": "Ogg", "mp3": "MP3"][ending] ?? "16 bits"))
    }
    #expect(folder.text("wav.svg").replacing("16 bits", with: "16 bits, FLAC") == folder.text("flac.svg"))
    let cut = folder.make("cut.flac", Array(folder.bytes("tone.flac").prefix(20)))
    try ToolRun("picture", cut, "-o", folder["x.svg"]).expectComplaint("cut.flac: libsndfile says: ")
    let half = folder.make("half.flac", Array(folder.bytes("tone.flac").prefix(folder.bytes("tone.flac").count / 2)))
    #expect(try ToolRun("picture", half, "-o", folder["h.svg"]).status == 0)
  }

  @Test func nothingLiesAfterTheEnd() throws {
    for file in [song, try audio()] {
      try ToolRun("picture", file, "-o", "x.svg", "--from", "1:00:00", in: folder).expectComplaint(
        "nothing lies after 1:00:00")
    }
    #expect(try ToolRun("picture", song, "-o", "x.svg", "--to", "1:00:00", in: folder).status == 0)
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
    try ToolRun("picture", song, "-o", out, "--preset", "0:0").expectComplaint("--preset requires a sound bank")
    try ToolRun("picture", song, "-o", song, "--format", "svg").expectComplaint("choose another name")
    try ToolRun("picture", audio(), "-o", out, "--channels", "1,7").expectComplaint("and --channels names 7")
    try ToolRun("picture", song, "-o", out, "--channels", "1-4,17-20").expectComplaint("--channels names channel 17")
    #expect(!folder.names.contains("x.svg"))
  }

  @Test func wrongCommandLines() throws {
    try ToolRun("picture").expectComplaint("name the picture with -o", status: 2)
    try ToolRun("picture", song, "-o", "x.gif").expectComplaint("'x.gif' does not end in .svg or .png", status: 2)
    for size in ["12x12", "axb", "100000x100000", "400"] {
      try ToolRun("picture", song, "-o", "x.svg", "--size", size).expectComplaint("'\(size)'", "--size", status: 2)
    }
    try ToolRun("picture", song, "-o", "x.svg", "--from", "9", "--to", "3").expectComplaint(
      "--from 0:09 is not before --to 0:03", status: 2)
    try ToolRun("picture", song, "-o", "x.svg", "--channels", "0").expectComplaint("--channels", status: 2)
    try ToolRun("picture", song, "-o", "x.png", "--theme", "auto").expectComplaint("a PNG cannot follow", status: 2)
    try ToolRun("picture", song, "-o", "-", "--json").expectComplaint("standard output cannot take both", status: 2)
  }
}
