import Foundation
import TactusFiles
import TactusMIDI
import TestSupport
import Testing

/// `tactus bounce --batch`: lists of songs, in shards, on threads, with failures among them.
@Suite struct BatchTests {
  private let folder: TemporaryFolder
  private let bank: String
  private let base = ["--rate", "8000", "--no-reverb", "--tail", "0.2"]

  init() throws {
    folder = try TemporaryFolder()
    bank = try folder.make("tiny.sf2", Sample.bankBytes)
    try FileManager.default.createDirectory(atPath: folder["songs"], withIntermediateDirectories: true)
    for number in 0..<4 { try folder.make("songs/\(number).mid", song(number).written()) }
  }

  /// A song of half a second with its own tone.
  private func song(_ number: Int) -> MIDIFile {
    var track = MIDIFile.Track()
    track.append(ChannelMessage(status: 0xC0, 5), at: 0)
    track.append(ChannelMessage(status: 0x90, UInt8(40 + 3 * number), 100), at: 0)
    track.append(ChannelMessage(status: 0x80, UInt8(40 + 3 * number), 0), at: 90)
    track.endTick = 96
    return MIDIFile(format: .single, division: .ticksPerQuarter(96), tracks: [track])
  }

  private func list(_ lines: [String]) { folder.make("list.jsonl", Array(lines.joined(separator: "\n").utf8)) }

  private func batch(_ more: String...) throws -> ToolRun {
    try ToolRun(["bounce", "--batch", folder["list.jsonl"], "--bank", bank] + base + more)
  }

  private func objects(_ run: ToolRun) throws -> [[String: Any]] {
    try run.output.split(separator: "\n").map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  /// Lines with options of all kinds, and the same options on the command line.
  private static let options: [(members: String, arguments: [String])] = [
    ("", []),
    (#", "gain": -6.5, "depth": 16, "rate": 11025"#, ["--gain", "-6.5", "--depth", "16", "--rate", "11025"]),
    (
      #", "reverb": true, "chorus": false, "depth": "f32", "quality": "draft", "metadata": false"#,
      ["--no-chorus", "--no-delay", "--depth", "f32", "--quality", "draft", "--no-metadata"]
    ),
    (
      #", "from": 0.125, "to": "tick80", "tail": 0.5, "leadIn": 0.25, "normalize": "-3dB", "held": "strike""#,
      [
        "--from", "0.125", "--to", "tick80", "--tail", "0.5", "--lead-in", "0.25", "--normalize", "-3dB",
        "--held", "strike",
      ]
    ),
    (#", "bank": "built-in", "tail": "auto", "maxLength": 60"#, ["--bank", "built-in", "--tail", "auto"]),
    (
      #", "bank": ["tiny.sf2", "tiny.sf2@1"], "loops": 2, "fade": 0.5, "tail": "auto", "gain": null"#,
      ["--bank", "tiny.sf2", "--bank", "tiny.sf2@1", "--loops", "2", "--fade", "0.5", "--tail", "auto"]
    ),
    (
      #", "format": "aiff", "limit": -6, "velocityFilter": "2.01", "bankSelect": "xg", "polyphony": 2"#,
      [
        "--format", "aiff", "--limit", "-6", "--velocity-filter", "2.01", "--bank-select", "xg", "--polyphony", "2",
      ]
    ),
    (
      #", "seamless": true, "interpolation": "sinc", "measure": true, "tail": "auto""#,
      ["--seamless", "--interpolation", "sinc", "--measure", "--tail", "auto"]
    ),
    (#", "chain": "up.json", "loudness": "-20LUFS""#, ["--chain", "up.json", "--loudness", "-20LUFS"]),
    (#", "channels": "1-9", "mute": 1"#, ["--channels", "1-9", "--mute", "1"]),
    (
      #", "reverb": true, "reverbLevel": -6, "chorusLevel": "+3dB", "mono": true"#,
      ["--reverb-level", "-6", "--chorus-level", "+3dB", "--mono"]
    ),
  ]

  private func makeChain() {
    folder.make("up.json", Array(#"{"effects": [{"effect": "transpose", "semitones": 12}]}"#.utf8))
  }

  /// A line gives the same bytes as the corresponding command line, on any number of threads, in any shard.
  @Test func eachFileAsAlone() throws {
    makeChain()
    var expected: [[UInt8]] = []
    for (index, options) in Self.options.enumerated() {
      let isBankSaid = options.arguments.contains("--bank")
      let reverb = options.members.contains("reverb") ? [] : ["--no-reverb"]
      let common =
        (options.arguments.contains("--rate") ? [] : ["--rate", "8000"]) + reverb
        + (options.arguments.contains("--tail") ? [] : ["--tail", "0.2"])
      let run = try ToolRun(
        ["bounce", "songs/\(index % 4).mid", "-o", "alone.wav", "--threads", "1"] + common
          + (isBankSaid ? [] : ["--bank", bank]) + options.arguments, in: folder)
      #expect(run.status == 0, "\(options.arguments): \(run.errors)")
      expected.append(folder.bytes("alone.wav"))
    }
    #expect(Set(expected).count == expected.count, "each option does something")
    list(
      Self.options.enumerated().map { index, options in
        #"{"song": "songs/\#(index % 4).mid", "output": "out/deep/\#(index).wav"\#(options.members)}"#
      })
    for runs in [["1/1"], ["3/3", "1/3", "2/3"]] {
      for (number, shard) in runs.enumerated() {
        let run = try batch("--shard", shard, "--threads", "\(1 + number % 3)")
        #expect(run.status == 0, "\(run.errors)")
      }
      for (index, bytes) in expected.enumerated() {
        let isSame = folder.bytes("out/deep/\(index).wav") == bytes
        #expect(isSame, "\(runs), \(Self.options[index])")
      }
      try FileManager.default.removeItem(atPath: folder["out"])
    }
  }

  @Test func threadsDoNotChangeTheBytes() throws {
    list((0..<12).map { #"{"song": "songs/\#($0 % 4).mid", "output": "\#($0).wav", "gain": -\#($0)}"# })
    var first: [[UInt8]] = []
    for threads in ["1", "2", "3", "40"] {
      #expect(try batch("--threads", threads).status == 0)
      let files = (0..<12).map { folder.bytes("\($0).wav") }
      if first.isEmpty { first = files }
      #expect(files == first && Set(files).count == 12)
    }
  }

  @Test func oneThatFailsStopsNobody() throws {
    folder.make("broken.mid", Sample.picture)
    list([
      #"{"song": "songs/0.mid", "output": "0.wav"}"#, "", #"{"song": "broken.mid", "output": "1.wav"}"#,
      #"{"song": "none.mid", "output": "2.wav"}  "#, "  \t\r",
      #"{"song": "songs/1.mid", "output": "3.wav", "bank": "none.sf2"}"#,
      #"{"input": "songs/2.mid", "output": "4.wav", "from": "bar90"}"#,
      #"{"song": "songs/3.mid", "output": "songs/0.mid/5.wav"}"#, #"{"song": "songs/3.mid", "output": "6.wav"}"#,
    ])
    let run = try batch("--threads", "2")
    #expect(run.status == 1)
    let expected = [(3, "broken.mid: "), (4, "none.mid"), (6, "none.sf2"), (7, "2.mid: the start"), (8, "5.wav")]
    for (line, words) in expected {
      let told = run.errorLines.filter { $0.hasPrefix("tactus: \(folder["list.jsonl"]): line \(line): ") }
      #expect(told.count == 1 && told[0].contains(words), "\(run.errors)")
    }
    #expect(run.errorLines.count == 6 && run.errorLines[5].hasSuffix("5 of 7 songs failed; the others are done"))
    #expect(run.output.split(separator: "\n").count == 3, "\(run.output)")
    #expect(folder.names == ["0.wav", "6.wav", "broken.mid", "list.jsonl", "songs", "tiny.sf2"], "no parts are left")
  }

  @Test func whatIsThereIsLeftOut() throws {
    list((0..<4).map { #"{"song": "songs/\#($0).mid", "output": "out/\#($0).wav"}"# })
    #expect(try batch("--shard", "1/2").status == 0)
    folder.make("out/0.wav", [1])
    let run = try batch("--skip-existing", "--json")
    let told = try objects(run)
    #expect(run.status == 0 && told.map { $0["line"] as? Int }.compactMap { $0 }.sorted() == [2, 4])
    #expect(told.last?["skipped"] as? Int == 2 && told.last?["done"] as? Int == 2)
    #expect(folder.bytes("out/0.wav") == [1])
    let again = try batch("--skip-existing")
    #expect(again.status == 0 && again.output.hasSuffix("0 songs, 0:00.0, 4 there already\n"), "\(again.output)")
    #expect(!again.output.contains("bank"), "no song was played")
    #expect(try batch().status == 0)
    #expect(folder.bytes("out/0.wav").count > 1)
  }

  @Test func machinesGetALineForEachSong() throws {
    list(
      (0..<4).map {
        #"{"song": "songs/\#($0).mid", "output": "\#($0).wav", "bank": "\#($0 == 3 ? "built-in" : "tiny.sf2")"}"#
      } + [#"{"song": "none.mid", "output": "none.wav"}"#])
    let run = try batch("--json", "--threads", "1")
    let told = try objects(run)
    #expect(run.status == 1 && told.map { $0["line"] as? Int } == [1, 2, 3, 4, 5, nil])
    #expect(told.map { $0["kind"] as? String } == Array(repeating: "bounce", count: 4) + ["failure", "batch"])
    #expect((told[4]["error"] as? String)?.contains("none.mid") == true)
    for song in told[..<4] {
      #expect(song["frames"] as? Int == 5_600 && song["rate"] as? Int == 8_000)
      #expect(song["peak"] as? Double ?? 0 > 0 && song["elapsedSeconds"] as? Double ?? 0 > 0)
      #expect(song["seconds"] as? Double == 0.7 && song["remarks"] as? [String] == [])
    }
    #expect(told[5]["songs"] as? Int == 5 && told[5]["failed"] as? Int == 1 && told[5]["seconds"] as? Double == 2.8)
    let banks = try #require(told[5]["banks"] as? [[String: Any]])
    #expect(banks.map { $0["opened"] as? Int } == [1, 1], "the list's and the command line's are one")
  }

  /// The whole list is checked before any file is made, for any shard.
  @Test(arguments: [
    (#"{"song": "songs/1.mid", "output": "1.wav", "gian": 3}"#, "line 2: unknown: a member \"gian\""),
    (#"{"song": "songs/1.mid", "output": "1.wav", "gian": 3}"#, "did you mean \"gain\"?"),
    (#"{"song": "songs/1.mid", "output": "1.wav", "stems": "tracks"}"#, "stems need a folder"),
    (#"{"song": "songs/1.mid", "output": "1/", "stems": "parts"}"#, "stems: expected one of"),
    (#"{"song": "songs/1.mid", "output": "1.wav", "effectsApart": true}"#, "requires --stems"),
    (#"{"song": "songs/1.mid", "output": "0.wav"}"#, "line 2: line 1 also writes"),
    (#"{"song": "songs/1.mid", "output": "./songs/../0.wav"}"#, "line 2: line 1 also writes"),
    (#"{"song": "songs/1.mid", "output": "songs/1.mid"}"#, "line 2: output: unsupported output format '.mid'"),
    (#"{"song": "1.wav", "output": "./1.wav"}"#, "would overwrite an input of the same line"),
    (#"{"song": "0.wav", "output": "1.wav"}"#, "line 2: line 1 would replace"),
    (#"{"song": "songs/1.mid", "output": "tiny.sf2", "format": "wav"}"#, "a file that line 1 reads"),
    (#"{"song": "songs/1.mid", "output": "songs/0.mid", "format": "wav"}"#, "a file that line 1 reads"),
    (#"{"output": "1.wav"}"#, "line 2: expected a member \"song\""), (#"{"song": "a.mid"}"#, "member \"output\""),
    (#"{"song": "-", "output": "1.wav"}"#, "song: expected"), (#"{"song": "a", "output": "-"}"#, "output: expected"),
    (#"{"song": "a", "output": "b/"}"#, "output: expected the path of a file"),
    (#"{"song": "a", "input": "a", "output": "b"}"#, "mean the same"),
    (#"{"song": "a", "song": "a", "output": "b"}"#, "duplicate member \"song\""),
    (#"["song"]"#, "line 2: expected an object"), (#"{"song": "a""#, "line 2, column 13: expected"),
    (#"{"song": "a", "output": "b", "rate": 7999}"#, "line 2: the sample rate must be"),
    (#"{"song": "a", "output": "b", "rate": "fast"}"#, "line 2: rate: expected a whole number"),
    (#"{"song": "a", "output": "b", "reverb": "no"}"#, "reverb: expected true or false"),
    (#"{"song": "a", "output": "b", "quality": "bad"}"#, #"quality: expected one of "draft", "live", "best""#),
    (#"{"song": "a", "output": "b", "bank": []}"#, "bank: expected"),
    (#"{"song": "a", "output": "b", "loudness": -14, "normalize": -1}"#, "--normalize and --loudness"),
    (#"{"song": "a", "output": "b", "seamless": true, "fade": 1}"#, "seamless"),
    (#"{"song": "a", "output": "b.pdf"}"#, "unsupported output format '.pdf'"),
    (#"{"song": "a", "output": "b/", "stems": "tracks", "chain": "c.json"}"#, "--stems tracks and --chain"),
    (#"{"song": "a", "output": "b", "from": 20, "to": "0:10"}"#, "--from 0:20 is not before --to 0:10"),
  ])
  func whatIsWrongWithAList(line: String, words: String) throws {
    list([#"{"song": "songs/0.mid", "output": "0.wav"}"#, line])
    try batch("--shard", "1/2").expectComplaint(folder["list.jsonl"] + ": line 2", words)
    #expect(folder.names == ["list.jsonl", "songs", "tiny.sf2"])
  }

  @Test func standardInputIsAList() throws {
    let lines = #"{"song": "songs/0.mid", "output": "0.wav", "bank": "tiny.sf2"}"#
    let run = try ToolRun(["bounce", "--batch", "-"] + base, input: Array(lines.utf8), in: folder)
    #expect(run.status == 0 && folder.names.contains("0.wav"), "\(run.errors)")
  }

  @Test(arguments: [
    (["--batch", "list.jsonl", "song.mid"], "--batch cannot be combined"),
    (["--batch", "list.jsonl", "-o", "a.wav"], "leave out -o"), (["--batch", "l", "--shard", "3/2"], "--shard"),
    (["--shard", "1/2", "song.mid"], "--shard requires --batch"), (["song.mid", "--skip-existing"], "--batch"),
    (["a.mid", "b.mid", "--skip-existing"], "requires a folder"),
    (["a.mid", "b.mid", "--stems", "tracks"], "--stems"),
    (["a.mid", "--stems", "tracks", "--manifest", "m"], "--batch"),
  ])
  func usage(arguments: [String], words: String) throws {
    try ToolRun(["bounce"] + arguments).expectComplaint(words, status: 2)
  }

  /// A song with an embedded bank plays with it, in a batch as well as alone.
  @Test func songsWithTheirOwnBank() throws {
    try folder.make("own.rmi", Sample.withBank(song(1)))
    list([#"{"song": "own.rmi", "output": "a.wav"}"#, #"{"song": "songs/1.mid", "output": "b.wav"}"#])
    let environment = ["TACTUS_BANK": "built-in"]
    let run = try ToolRun(
      ["bounce", "--batch", "list.jsonl"] + base, in: folder, environment: environment)
    #expect(run.status == 0)
    let alone = try ToolRun(["bounce", "own.rmi", "-o", "c.wav"] + base, in: folder, environment: environment)
    #expect(alone.status == 0 && alone.output.contains("the song's own"), "\(alone.output)")
    #expect(run.output.hasSuffix(", banks built-in and the songs' own\n"), "\(run.output)")
    let isSame = folder.bytes("a.wav") == folder.bytes("c.wav")
    #expect(isSame && folder.bytes("a.wav") != folder.bytes("b.wav"))
  }

  /// Several songs on the command line go through the chain too.
  @Test func severalSongsGoThroughTheChain() throws {
    makeChain()
    let more = ["--bank", bank, "--chain", "up.json"] + base
    let run = try ToolRun(["bounce", "songs/0.mid", "songs/1.mid", "-o", "out/"] + more, in: folder)
    #expect(run.status == 0, "\(run.errors)")
    for number in 0..<2 {
      #expect(try ToolRun(["bounce", "songs/\(number).mid", "-o", "alone.wav"] + more, in: folder).status == 0)
      let isSame = folder.bytes("out/\(number).wav") == folder.bytes("alone.wav")
      #expect(isSame)
    }
  }

  @Test func interruptionKeepsWhatIsWhole() throws {
    try folder.make("long.mid", Sample.longSong.written())
    list([
      #"{"song": "songs/0.mid", "output": "0.wav"}"#,
      #"{"song": "long.mid", "output": "long.wav", "maxLength": 999999}"#,
      #"{"song": "songs/1.mid", "output": "1.wav"}"#,
    ])
    let process = try ChildProcess(
      ToolRun.program, ["bounce", "--batch", folder["list.jsonl"], "--bank", bank, "--threads", "1"] + base,
      errors: folder.make("errors", []))
    eventually { folder.names.contains("0.wav") }
    #expect(process.waitForOutput(in: folder[""]))
    process.interrupt()
    #expect(process.wait() == 130)
    let words = "tactus: stopped; the rest (to continue, repeat the command with --skip-existing) was not written\n"
    #expect(folder.text("errors") == words)
    #expect(folder.names == ["0.wav", "errors", "list.jsonl", "long.mid", "songs", "tiny.sf2"])
  }
}
