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
        "standard input: the start, 1:39, is not before the end of the song")
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

  @Test("standard input is read once")
  func standardInputOnce() throws {
    for words in [
      "bounce - --chain -", "bounce - --bank -", "bounce song.mid --bank - --chain -", "bounce --batch - --bank -",
      "sequence - --chain - -o x.wav", "play - --bank -", "play song.mid --keys --chain -", "live --bank - --chain -",
    ] {
      try ToolRun(words.split(separator: " ").map(String.init), in: folder).expectComplaint(
        "standard input can be read only once; name files for the other inputs", status: 2)
    }
  }

  @Test("a path of standard output gets nothing but the file", arguments: ["/dev/stdout", "/dev/fd/1"])
  func standardOutput(path: String) throws {
    let sound = ["bounce", "song.mid", "--bank", "tiny.sf2", "--to", "1"]
    #expect(try ToolRun(sound + ["-o", "a.wav"], in: folder).status == 0)
    for words in [["-o", path], ["--output=" + path]] {
      let run = try ToolRun(sound + words, output: .file(folder.make("piped.wav", [])), in: folder)
      #expect(run.status == 0 && run.errors.contains("standard output: "), "\(run.errors)")
      // the samples are at the end
      #expect(folder.bytes("piped.wav").suffix(1_000) == folder.bytes("a.wav").suffix(1_000))
    }
    try ToolRun(sound + ["-o", path, "--json"], in: folder).expectComplaint(
      "standard output cannot take both a file and --json", status: 2)
  }

  @Test("an audio file among the songs is meant as the output")
  func audioAmongSongs() throws {
    folder.make("made.wav", [1, 2, 3])
    try ToolRun("bounce", "song.mid", "made.wav", in: folder).expectComplaint(
      "made.wav is an audio file, not a song; to replace it, use -o made.wav", status: 2)
    #expect(folder.bytes("made.wav") == [1, 2, 3])
    // a name keeps its capitals
    let run = try ToolRun("bounce", "song.mid", "New.wav", in: folder)
    run.expectComplaint("tactus: New.wav is not a song; did you mean -o New.wav?", status: 2)
  }

  @Test("a file cannot be a folder")
  func files() throws {
    folder.make("taken", [1, 2, 3])
    for words in [
      "bounce song.mid -o taken/", "bounce song.mid song.mid -o taken/", "bounce song.mid --stems channels -o taken/",
      "picture song.mid -o taken/", "export demo -o taken/", "process song.mid --chain chain.json -o taken/",
    ] {
      try ToolRun(words.split(separator: " ").map(String.init), in: folder).expectComplaint(
        "taken/: a file has this name, so it cannot be a folder; choose another folder")
    }
    try ToolRun("bounce", "song.mid", "song.mid", "-o", "taken", in: folder).expectComplaint(
      "taken: several songs need a folder; this is a file, so choose another name")
    try ToolRun("bounce", "song.mid", "song.mid", "-o", "a b/all.wav", in: folder).expectComplaint(
      "a b/all.wav: several songs need a folder, such as -o 'a b/all/'")
    for words in [
      "bounce song.mid -o taken/a/", "bounce song.mid -o taken/x.wav", "export demo -o taken/a/x.mid",
      "bounce song.mid -o x.wav --notes taken/n.jsonl", "picture song.mid -o taken/x.svg",
    ] {
      try ToolRun(words.split(separator: " ").map(String.init), in: folder).expectComplaint(
        ": taken is a file, not a folder; choose another folder")
    }
    #expect(folder.bytes("taken") == [1, 2, 3])
  }

  @Test("a bank without a name is refused") func banks() throws {
    try ToolRun("bounce", "song.mid", "-o", "x.wav", "--bank", "", in: folder).expectComplaint("'': not a file name")
  }
}
