import TestSupport
import Testing

@Suite("tactus chords") struct ChordsTests {
  /// C major, A minor over C, G7, one bar each, 120 quarter notes per minute.
  private func song() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    var track: [UInt8] = []
    for chord: [UInt8] in [[48, 64, 67], [48, 57, 64], [43, 59, 62, 65]] {
      for key in chord { track += [0, 0x90, key, 100] }
      for (index, key) in chord.enumerated() { track += (index == 0 ? [0x83, 0x00] : [0]) + [0x80, key, 64] }
    }
    track += [0, 0xFF, 0x2F, 0]
    // 96 ticks to a quarter, 384 to a bar
    let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
    folder.make("song.mid", head + [0, 0, 0, UInt8(track.count)] + track)
    return folder
  }

  @Test("names chords by bar and beat, with other readings") func names() throws {
    let folder = try song()
    let run = try ToolRun("chords", "song.mid", in: folder)
    #expect(run.status == 0 && run.errors == "")
    let lines = run.output.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    #expect(lines.count == 5, "a title, three chords, and the end")
    #expect(lines.dropFirst().map { $0[1] } == ["0.000", "2.000", "4.000", "6.000"])
    #expect(lines.dropFirst().map { $0[2] } == ["C", "Am/C", "G7", "–"])
    #expect(lines[3].dropFirst(3).prefix(4) == ["G", "B", "D", "F"])
  }

  /// A thousandth of a second has several ticks; the tick is that of the notes.
  @Test("names the exact tick", arguments: ["0", "50"]) func ticks(settling: String) throws {
    let folder = try TemporaryFolder()
    var track: [UInt8] = []
    for chord: [UInt8] in [[48, 64, 67], [48, 57, 64]] {
      for key in chord { track += [0, 0x90, key, 100] }
      for (index, key) in chord.enumerated() { track += (index == 0 ? [0x8F, 0x00] : [0]) + [0x80, key, 64] }
    }
    track += [0, 0xFF, 0x2F, 0]
    // 1,920 ticks to a quarter
    let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 7, 0x80] + Array("MTrk".utf8)
    folder.make("song.mid", head + [0, 0, 0, UInt8(track.count)] + track)
    let run = try ToolRun("chords", "song.mid", "--settling", settling, in: folder)
    let rows = run.output.split(separator: "\n").dropFirst()
    let lines = rows.map { $0.split(separator: " ").prefix(3).map(String.init) }
    #expect(lines == [["1:1:0", "0.000", "C"], ["1:2:0", "0.500", "Am/C"], ["1:3:0", "1.000", "–"]])
  }

  @Test(
    "of a part",
    arguments: [
      (["--from", "bar2", "--to", "bar3"], ["2:1:0 2.000 Am/C"]),
      // a chord that sounds when the part begins
      (["--from", "1", "--to", "2.5"], ["1:3:0 1.000 C", "2:1:0 2.000 Am/C"]),
      (["--from", "bar2:3"], ["2:3:0 3.000 Am/C", "3:1:0 4.000 G7", "4:1:0 6.000 –"]),
      (["--to", "tick384"], ["1:1:0 0.000 C"]),
      (["--from", "3", "--to", "5", "--per", "bar"], ["2:3:0 3.000 Am/C", "3:1:0 4.000 G7"]),
      (["--from", "bar2:3", "--to", "bar3", "--per", "beat"], ["2:3:0 3.000 Am/C", "2:4:0 3.500 Am/C"]),
    ])
  func parts(options: [String], expected: [String]) throws {
    let run = try ToolRun(["chords", "song.mid"] + options, in: try song())
    let lines = run.output.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == expected, "\(run.errors)")
  }

  @Test("of a part that is not there") func emptyParts() throws {
    let folder = try song()
    try ToolRun("chords", "song.mid", "--to", "0", in: folder).expectComplaint(
      "nothing lies between the start and 0:00; the song lasts 0:06")
    try ToolRun("chords", "song.mid", "--from", "7", in: folder).expectComplaint(
      "song.mid: the start, 0:07, is not before the end of the song, 0:06")
    try ToolRun("chords", "song.mid", "--from", "bar1:9", in: folder).expectComplaint("lies beyond its bar")
    let options = ["--channels", "2", "--from", "1", "--to", "2"]
    let silent = try ToolRun(["chords", "song.mid"] + options, in: folder)
    #expect(silent.errors.hasSuffix("no notes on the selected channels in this part\n"), "\(silent.errors)")
  }

  @Test("of ranges of channels, as in pictures") func channels() throws {
    let folder = try song()
    let all = try ToolRun("chords", "song.mid", in: folder).output
    for (list, expected) in [("1-4,11", all), ("1", all), ("1-16", all)] {
      let run = try ToolRun("chords", "song.mid", "--channels", list, in: folder)
      #expect(run.status == 0 && run.output == expected, "\(run.errors)")
    }
    #expect(try ToolRun("chords", "song.mid", "--channels", "2-16", in: folder).output != all)
    try ToolRun("chords", "song.mid", "--channels", "2:1", in: folder).expectComplaint("leave out the port", status: 2)
  }

  @Test("says why there are none") func none() throws {
    let folder = try song()
    for (options, reason) in [
      (["--channels", "2-9"], "no notes on the selected channels"),
      (["--channels", "10"], "no notes on the selected channels"),
      (["--channels", "2", "--per", "bar"], "no notes on the selected channels"),
    ] {
      let run = try ToolRun(["chords", "song.mid"] + options, in: folder)
      #expect(run.status == 0 && run.errors == "tactus: song.mid: no chords: \(reason)\n", "\(run.errors)")
      #expect(run.output.split(separator: "\n").count == 1, "the title")
    }
    // a note of a tick, which is 5 ms
    let track: [UInt8] = [0, 0x90, 60, 100, 1, 0x80, 60, 64, 0, 0xFF, 0x2F, 0]
    let head: [UInt8] = Array("MThd".utf8) + [0, 0, 0, 6, 0, 0, 0, 1, 0, 96] + Array("MTrk".utf8)
    folder.make("short.mid", head + [0, 0, 0, UInt8(track.count)] + track)
    let short = try ToolRun("chords", "short.mid", in: folder)
    #expect(short.errors.contains("no keys stay the same for the settling time"), "\(short.errors)")
    folder.make("none.mid", head + [0, 0, 0, 4, 0, 0xFF, 0x2F, 0])
    let none = try ToolRun("chords", "none.mid", "--json", in: folder)
    #expect(none.status == 0 && none.errors.contains("no notes on channels other than 10"), "\(none.errors)")
  }

  @Test("as JSON") func json() throws {
    let run = try ToolRun("chords", "song.mid", "--json", "--flats", in: try song())
    #expect(run.status == 0)
    #expect(run.output.contains(#""chords": ["C"]"#) && run.output.contains(#""kind": "chords""#))
  }

  @Test(
    "refuses what makes no sense",
    arguments: [
      ["--settling", "2000"], ["--channels", "0"], ["--channels", "1,,2"], ["--channels", "3-1"],
      ["--channels", "17"], ["--channels", "2:1"], ["--channels", "10-20"],
    ])
  func refusals(options: [String]) throws {
    let run = try ToolRun(["chords", "song.mid"] + options, in: try song())
    #expect(run.status == 2)
  }
}
