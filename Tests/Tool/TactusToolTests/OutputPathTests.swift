import Foundation
import TactusFiles
import Testing

/// What outputs and inputs are called if they have no name of their own.
@Suite("Names of outputs and inputs") struct OutputPathTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    folder.make("song.mid", try Sample.songBytes)
    folder.make("tiny.sf2", try Sample.bankBytes)
    folder.make("chain.json", Array(#"{"effects": [{"effect": "transpose", "semitones": 12}]}"#.utf8))
  }

  @Test("in a folder, a file has the name of its source") func folders() throws {
    for (words, name) in [
      ("picture song.mid -o made/", "made/song.svg"), ("picture song.mid -o made --format png", "made/song.png"),
      ("picture -o made/", "made/demo.svg"), ("process song.mid --chain chain.json -o made/", "made/song.mid"),
      ("export demo -o made/", "made/demo.mid"), ("sequence song.mid -o made/ --format json", "made/song.json"),
    ] {
      let run = try ToolRun(words.split(separator: " ").map(String.init), in: folder)
      #expect(run.status == 0 && run.output.hasPrefix("\(name): "), "\(words): \(run.output)\(run.errors)")
      #expect(!folder.bytes(name).isEmpty)
    }
    try ToolRun("process", "song.mid", "--chain", "chain.json", "-o", "./", in: folder).expectComplaint(
      "./song.mid: the output would overwrite the input")
    #expect(try folder.bytes("song.mid") == Sample.songBytes)
  }

  /// The command can be repeated, and only `-o` replaces a file.
  @Test("the demo does not replace a file that exists") func demo() throws {
    folder.make("demo.wav", [1, 2, 3])
    for name in ["demo 2.wav", "demo 3.wav"] {
      let run = try ToolRun("bounce", "--bank", "tiny.sf2", "--to", "1", in: folder)
      #expect(run.status == 0 && run.output.hasPrefix("\(name): "), "\(run.output)\(run.errors)")
      #expect(folder.bytes(name).starts(with: "RIFF".utf8))
    }
    #expect(folder.bytes("demo.wav") == [1, 2, 3])
    #expect(try ToolRun("bounce", "-o", "demo.wav", "--bank", "tiny.sf2", "--to", "1", in: folder).status == 0)
  }

  @Test(
    "standard input has the same name in all commands",
    arguments: [
      "inspect -", "inspect - --lyrics", "events -", "chords -", "sequence -", "sequence - --events",
      "process - --chain chain.json -o made.mid",
    ])
  func standardInput(words: String) throws {
    let arguments = words.split(separator: " ").map(String.init) + ["--json"]
    let run = try ToolRun(arguments, input: Sample.songBytes, in: folder)
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((object["song"] ?? object["file"]) as? String == "standard input")
  }

  @Test("standard input has its name in messages") func messages() throws {
    for command in ["events", "chords"] {
      try ToolRun([command, "-", "--from", "99"], input: Sample.songBytes, in: folder).expectComplaint(
        "standard input: nothing lies between 99 and the end")
    }
    try ToolRun(["verify", "-"], input: [0x78], in: folder).expectComplaint("standard input: line 1: not a line of")
    try ToolRun(["verify", "-"], in: folder).expectComplaint("standard input: no audio file is described")
  }

  @Test("a manifest is read from standard input") func manifest() throws {
    let song = ["bounce", "song.mid", "--bank", "tiny.sf2", "--to", "1", "-o", "a.wav", "--manifest", "made.jsonl"]
    #expect(try ToolRun(song, in: folder).status == 0)
    let lines = folder.bytes("made.jsonl")
    #expect(try ToolRun(["verify", "-"], input: lines, in: folder).output == "1 audio file: as the manifest says\n")
    folder.make("a.wav", [1])
    let run = try ToolRun(["verify", "-", "--json"], input: lines, in: folder)
    #expect(run.status == 1 && run.output.contains(#""manifest": "standard input""#), "\(run.output)\(run.errors)")
  }

  @Test("a bank without a name is refused") func banks() throws {
    try ToolRun("bounce", "song.mid", "-o", "x.wav", "--bank", "", in: folder).expectComplaint("'': not a file name")
  }
}
