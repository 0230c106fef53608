import Foundation
import Testing

/// `tactus sync` as a shell sees it.
@Suite struct SyncTests {
  @Test func table() throws {
    let run = try ToolRun("sync", "--block", "512", "--beats", "40")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(run.output.hasPrefix("Following MIDI clock: 120 bpm, arrivals rounded up to 512 frames, 48,000 Hz\n"))
    for method in ["average", "wide", "narrow", "tactus"] { #expect(run.output.contains("\n  \(method)")) }
  }

  @Test func json() throws {
    let run = try ToolRun("sync", "--json", "--jitter", "1", "--beats", "40", "--seed", "3")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    let results = try #require(object["results"] as? [[String: Any]])
    #expect(results.map { $0["method"] as? String } == ["average", "wide", "narrow", "tactus"])
    #expect((results[3]["worstTempo"] as? Double ?? 9) < 0.02 && results[3]["clocksOff"] as? Int == 0)
    #expect((results[1]["worstTempo"] as? Double ?? 0) > 0.1)
    #expect((results[3]["samples"] as? [Any])?.count == 960)
  }

  @Test func timeCode() throws {
    let run = try ToolRun("sync", "--timecode", "29.97df", "--jitter", "1", "--beats", "100", "--drift", "-50")
    #expect(run.status == 0 && run.output.hasPrefix("Following time code: 29.97 drop frames a second"), "\(run.errors)")
    #expect(run.output.contains("worst %"))
  }

  @Test func recordings() throws {
    let folder = try TemporaryFolder()
    var lines = "# a cable\n0.000000 FA\n"
    for clock in 0..<200 { lines += "\(Double(clock) / 40) F8\n" }
    try Data(lines.utf8).write(to: URL(fileURLWithPath: folder["cable.txt"]))
    let run = try ToolRun("sync", folder["cable.txt"])
    #expect(run.status == 0 && run.output.hasPrefix("Following MIDI clock: recorded MIDI clock\n"), "\(run.errors)")
    #expect(run.output.contains("100.000"))
    for words in ["tempo      100.000 bpm, 100.000 to 100.000\n", "jitter     0.000 ms rms", "drift      "] {
      #expect(run.output.contains("\n  " + words), "\(run.output)")
    }
    let json = try ToolRun("sync", folder["cable.txt"], "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
    let result = try #require((object["results"] as? [[String: Any]])?.first)
    #expect(object["rate"] as? Int == 48_000 && object["sampleRate"] == nil)
    #expect(abs((result["meanTempo"] as? Double ?? 0) - 100) < 0.001)
    #expect((result["worstJitterMilliseconds"] as? Double ?? 9) < 0.001)
    for (text, words) in [
      ("0 FA\n0.1 FG\n", ["line 2", "'FG' is not a whole number"]), ("1 F8\n0.5 F8", ["line 2", "times must ascend"]),
      ("x F8", ["line 1", "expected seconds and bytes"]), ("", ["the file is empty"]),
      ("# nothing", ["neither MIDI clock"]),
      ("nan F8", ["line 1"]),
      ("0 903C40", ["neither MIDI clock"]), ("1e99 F8", ["line 1"]),
    ] {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder["bad.txt"]))
      let failed = try ToolRun("sync", folder["bad.txt"])
      #expect(failed.status == 1 && words.allSatisfy { failed.errors.contains($0) }, "\(failed.errors)")
    }
  }

  /// Time code says where it is with its eighth quarter frame: the table begins there, and not at 0.
  @Test func timeCodeBeginsWhereItIsKnown() throws {
    let folder = try TemporaryFolder()
    var lines = ""
    for index in 0..<400 {
      let frame = 2 * (index / 8)
      let (frames, seconds) = (frame % 25, frame / 25)
      // from 01:00:00:00 on, 25 frames a second
      let nibbles = [frames & 15, frames >> 4, seconds & 15, seconds >> 4, 0, 0, 1, 2]
      let data = (index % 8) << 4 | nibbles[index % 8]
      lines += "\(Double(index) / 100) F1\(data < 16 ? "0" : "")\(String(data, radix: 16))\n"
    }
    let file = folder.make("code.txt", Array(lines.utf8))
    let run = try ToolRun("sync", file)
    let rows = run.output.split(separator: "\n").filter { $0.hasPrefix("  360") }
    #expect(run.status == 0 && rows.count == 7, "\(run.output)\(run.errors)")
    #expect(!run.output.contains("\n     0.00"), "\(run.output)")
  }

  @Test func aShortRecordingHasNoFigures() throws {
    let folder = try TemporaryFolder()
    let file = folder.make("short.txt", Array("0 FA\n0.02 F8\n0.04 F8\n".utf8))
    let run = try ToolRun("sync", file)
    #expect(run.status == 0 && run.output.contains("\n  note       tempo, jitter and drift are unknown: too few"))
  }

  /// Tempi have the decimals that were given, and no others.
  @Test func tempiAreNotPadded() throws {
    let run = try ToolRun("sync", "--tempo", "90.5", "--ramp", "4-8:150", "--beats", "20")
    #expect(run.output.hasPrefix("Following MIDI clock: 90.5 bpm, to 150 bpm from beat 4 to 8, "), "\(run.output)")
    let jitter = try ToolRun("jitter", "--tempo", "133.7", "--events", "4", "--buffer", "512", "--host", "steady")
    #expect(jitter.output.hasPrefix("Onset errors in frames: 133.7 bpm, 48,000 Hz, "), "\(jitter.output)")
  }

  @Test func filesThatAreNoTextAreNamed() throws {
    let folder = try TemporaryFolder()
    let expected = "not a recording of sync; expected lines of seconds and bytes"
    folder.make("song.mid", try Sample.songBytes)
    try ToolRun("sync", folder["song.mid"]).expectComplaint("song.mid: a MIDI file, \(expected)")
    folder.make("noise", [70, 56, 0, 200, 13])
    try ToolRun("sync", folder["noise"]).expectComplaint("noise: binary data, \(expected)")
  }

  @Test func picture() throws {
    let folder = try TemporaryFolder()
    for name in ["a.svg", "b.svg", "c.png"] {
      let run = try ToolRun("sync", "-o", folder[name], "--size", "800x400", "--beats", "20", "--jitter", "1")
      #expect(run.status == 0 && run.output.hasSuffix("\(name): picture of these results\n"), "\(run.errors)")
    }
    #expect(folder.bytes("a.svg") == folder.bytes("b.svg") && folder.text("a.svg").contains("tempo in bpm"))
    #expect(folder.bytes("c.png").prefix(4) == [0x89, 0x50, 0x4E, 0x47])
  }

  @Test func wrongCommandLines() throws {
    try ToolRun("sync", "--tempo", "0").expectComplaint(
      "--tempo 0 is outside 20 to 400 quarter notes per minute", status: 2)
    try ToolRun("sync", "--drift", "1e6").expectComplaint("--drift 1000000 is outside -10000 to 10000 ppm", status: 2)
    try ToolRun("sync", "--lost", "500.5").expectComplaint("--lost 500.5 is outside 0 to 500 messages", status: 2)
    try ToolRun("sync", "--ramp", "16:150").expectComplaint("--ramp", status: 2)
    try ToolRun("sync", "--timecode", "23").expectComplaint("--timecode", status: 2)
    try ToolRun("sync", "--timecode", "25", "--ramp", "1-2:100").expectComplaint("leave out --ramp", status: 2)
    try ToolRun("sync", "--timecode", "25", "--tempo", "100").expectComplaint(
      "time code has no tempo; leave out --tempo", status: 2)
    try ToolRun("sync", "--dropout", "9-3").expectComplaint("--dropout", status: 2)
    try ToolRun("sync", "-o", "x.gif").expectComplaint("does not end in .svg or .png", status: 2)
    try ToolRun("sync", "/nowhere.txt").expectComplaint("/nowhere.txt")
  }

  @Test func whatCannotHaveAnEffectIsRefused() throws {
    let folder = try TemporaryFolder()
    let recording = folder.make("cable.svg", Array("0 FA\n0.02 F8\n0.04 F8\n".utf8))
    for (words, complaint) in [
      ([recording, "--jitter", "3"], "--jitter is for a simulation"), ([recording, "--lost", "4"], "--lost"),
      ([recording, "--tempo", "100"], "--tempo is for a simulation"), ([recording, "--seed", "2"], "--seed is for"),
      ([recording, "--timecode", "25"], "--timecode is for"), ([recording, "--beats", "20"], "--beats is for"),
      ([recording, "--start-error", "5"], "--start-error is for"), ([recording, "--gaussian"], "--gaussian is for"),
      (["--gaussian"], "--gaussian requires --jitter"), (["--size", "800x600"], "require a picture"),
      (["--beats", "20", "--dropout", "30-33"], "after the last beat"),
      (["--beats", "20", "--ramp", "16-48:150"], "after the last beat"),
    ] as [([String], String)] {
      try ToolRun(["sync"] + words).expectComplaint(complaint, status: 2)
    }
    let before = folder.bytes("cable.svg")
    try ToolRun("sync", recording, "-o", recording).expectComplaint("would overwrite the input")
    #expect(folder.bytes("cable.svg") == before)
  }
}
