import Foundation
import Testing

@Suite struct EventsTests {
  private let folder: TemporaryFolder
  private let song: String

  init() throws {
    folder = try TemporaryFolder()
    song = try folder.make("song.mid", Sample.songBytes)
  }

  /// 96 ticks to the quarter: 500,000 µs each up to tick 100, then 600,001 µs.
  private static let expected: [(tick: Int, seconds: String, frame: Int, track: Int, bytes: String)] = [
    (0, "0.000000000", 0, 1, "FF 03 0A 53 6D 61 6C 6C 20 53 6F 6E 67"),
    (0, "0.000000000", 0, 1, "FF 58 04 03 02 18 08"),
    (0, "0.000000000", 0, 1, "FF 59 02 FD 00"),
    (0, "0.000000000", 0, 1, "F0 7E 7F 09 01 F7"),
    (0, "0.000000000", 0, 1, "B0 00 08"),
    (0, "0.000000000", 0, 1, "C0 18"),
    (0, "0.000000000", 0, 1, "90 3C 64"),
    (0, "0.000000000", 0, 2, "FF 03 05 44 72 75 6D 73"),
    (0, "0.000000000", 0, 2, "99 24 7F"),
    (50, "0.260416667", 12_500, 1, "90 3C 00"),
    (96, "0.500000000", 24_000, 2, "89 24 00"),
    (97, "0.505208333", 24_250, 1, "90 40 64"),
    (100, "0.520833333", 25_000, 2, "FF 51 03 09 27 C1"),
    (147, "0.814583823", 39_100, 1, "90 40 00"),
    (194, "1.108334313", 53_200, 1, "90 43 64"),
    (244, "1.420834833", 68_200, 1, "90 43 00"),
    (288, "1.695835292", 81_400, 1, "FF 06 09 6C 6F 6F 70 53 74 61 72 74"),
    (288, "1.695835292", 81_400, 1, "FF 2F 00"),
    (960, "5.895842292", 283_000, 2, "FF 2F 00"),
  ]

  @Test func everyEventWithTickSecondAndFrame() throws {
    let run = try ToolRun("events", song)
    #expect(run.status == 0 && run.errors.isEmpty)
    let lines = run.output.split(separator: "\n").map { $0.split(separator: "\t") }
    #expect(lines.count == Self.expected.count)
    for (line, expected) in zip(lines, Self.expected) {
      #expect(line.count == 6)
      #expect(
        line.prefix(5) == [
          "\(expected.tick)", "\(expected.seconds)", "\(expected.frame)", "\(expected.track)", "\(expected.bytes)",
        ])
    }
  }

  @Test func wordsForPeople() throws {
    let output = try ToolRun("events", song).output
    for words in [
      "track name \"Small Song\"", "meter 3/4", "key E flat major", "system exclusive, 6 bytes: General MIDI on",
      "ch 1 program 24 Acoustic Guitar (nylon)",
      "ch 10 note on C2 (36) velocity 127", "tempo 100 bpm", "marker \"loopStart\"", "end of track",
    ] { #expect(output.contains("\t\(words)\n"), "\(words)") }
  }

  @Test func otherRates() throws {
    let output = try ToolRun("events", song, "--rate", "96000").output
    #expect(output.contains("\n147\t0.814583823\t78200\t1\t90 40 00\t"))
  }

  @Test func jsonIsOneObject() throws {
    let run = try ToolRun("events", song, "--json")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect(object["rate"] as? Int == 48_000)
    let events = try #require(object["events"] as? [[String: Any]])
    #expect(events.count == Self.expected.count)
    for (event, expected) in zip(events, Self.expected) {
      #expect(event["tick"] as? Int == expected.tick)
      #expect(event["frame"] as? Int == expected.frame)
      #expect(event["bytes"] as? String == expected.bytes)
    }
  }

  /// The ticks and tracks of the listed events.
  private func events(_ options: String...) throws -> [[String]] {
    let run = try ToolRun(["events", song] + options)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return run.output.split(separator: "\n").map { line in
      let columns = line.split(separator: "\t").map(String.init)
      return [columns[0], columns[3]]
    }
  }

  /// The start belongs to the part, the end does not, in ticks, bars and seconds; the meter is 3/4.
  @Test func partsOfTheSong() throws {
    let part = [["97", "1"], ["100", "2"], ["147", "1"]]
    #expect(try events("--from", "tick97", "--to", "tick194") == part)
    #expect(try events("--from", "bar1:2:1", "--to", "bar1:3:2") == part)
    #expect(try events("--from", "0.5052", "--to", "1.1") == part)
    #expect(try events("--from", "tick97", "--to", "1.1") == part)
    #expect(try events("--to", "tick1").count == 9)
    #expect(try events("--from", "bar2") == [["288", "1"], ["288", "1"], ["960", "2"]])
    #expect(try events("--from", "tick960") == [["960", "2"]])
    #expect(try events("--rate", "1", "--from", "tick97", "--to", "tick98") == [["97", "1"]])
  }

  @Test func channelsOfTheSong() throws {
    #expect(try events("--channels", "10") == [["0", "2"], ["96", "2"]])
    #expect(try events("--channels", "1-9").count == 8)
    let none = try ToolRun("events", song, "--channels", "2:10")
    #expect(none.status == 0 && none.output.isEmpty)
    #expect(none.errors.hasSuffix("song.mid: no events are selected\n"), "\(none.errors)")
    let both = try events("--channels", "1,10", "--from", "tick50", "--to", "tick98")
    #expect(both == [["50", "1"], ["96", "2"], ["97", "1"]])
  }

  @Test func partsAsJSON() throws {
    let run = try ToolRun("events", song, "--json", "--from", "tick1", "--channels", "10")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output.utf8)) as? [String: Any])
    #expect((object["events"] as? [[String: Any]])?.map { $0["tick"] as? Int } == [96])
    #expect(object["lyrics"] == nil)
    let empty = try ToolRun("events", song, "--json", "--channels", "16")
    let none = try #require(try JSONSerialization.jsonObject(with: Data(empty.output.utf8)) as? [String: Any])
    #expect((none["events"] as? [Any])?.isEmpty == true)
  }

  @Test func partsThatAreNotThere() throws {
    try ToolRun("events", song, "--from", "bar90").expectComplaint(
      "song.mid: the start, bar90:1:0, is not before the end of the song, 0:05.8")
    try ToolRun("events", song, "--from", "bar2", "--to", "1").expectComplaint("nothing lies between")
    try ToolRun("events", song, "--to", "0").expectComplaint("nothing lies between the start and 0:00")
    try ToolRun("events", song, "--to", "bar1:4").expectComplaint("bar1:4:0 lies beyond its bar", "3/4")
    try ToolRun("events", song, "--from", "tick9", "--to", "tick9").expectComplaint("is not before", status: 2)
    try ToolRun("events", song, "--channels", "17").expectComplaint("channel 17", status: 2)
    try ToolRun("events", song, "--channels", "none").expectComplaint("--channels 'none': expected", status: 2)
  }

  @Test func standardInputIsTheSame() throws {
    let piped = try ToolRun("events", "-", input: try Sample.songBytes)
    #expect(piped.status == 0)
    #expect(try piped.output == ToolRun("events", song).output)
  }
}
