import Foundation
import TactusFiles
import TestSupport
import Testing

/// The work law for the commands: the cost depends on a file's size and on the audio that it produces, never on the
/// duration that the file claims. Each command must end for each hostile song, with a result or a one-line error.
@Suite("time law", .serialized) struct TimeLawTests {
  private static let long: [UInt8] = [0xFF, 0xFF, 0xFF, 0x7F]
  private static let on: [UInt8] = [0x90, 60, 100]
  private static let off: [UInt8] = [0x80, 60, 0]
  private static let slow: [UInt8] = [0, 0xFF, 0x51, 3, 0xFF, 0xFF, 0xFF]
  private static let fast: [UInt8] = [0, 0xFF, 0x51, 3, 0, 0, 1]

  /// A song with these tracks.
  private static func song(_ tracks: [UInt8]..., format: Int = 0, division: Int = 1) -> [UInt8] {
    var bytes = Array("MThd".utf8) + [0, 0, 0, 6]
    for word in [format, tracks.count, division] { bytes += [UInt8(word >> 8), UInt8(word & 0xFF)] }
    for track in tracks {
      let body = track + [0, 0xFF, 0x2F, 0]
      bytes += Array("MTrk".utf8) + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: body.count >> $0) } + body
    }
    return bytes
  }

  private static func repeated(_ count: Int, _ part: [UInt8]) -> [UInt8] {
    Array(repeatElement(part, count: count).joined())
  }

  private static let loopStart: [UInt8] = [0xFF, 6, 9] + Array("loopStart".utf8)
  private static let loopEnd: [UInt8] = [0, 0xFF, 6, 7] + Array("loopEnd".utf8)
  private static let loop: [UInt8] = [0] + loopStart + [1] + off + long + loopEnd.dropFirst()

  static let songs: [(name: String, bytes: [UInt8])] = [
    ("four years", song([0] + on + long + off)),
    ("a held chord", song([0] + on + [0, 0x90, 64, 100] + long + off)),
    ("a thousand times four years", song(slow + repeated(1_000, long + on + long + off))),
    ("the slowest tempo", song(slow + [0] + on + [0xFF, 0x7F] + off)),
    ("the fastest tempo", song(fast + [0] + on + long + off, division: 0x7FFF)),
    (
      "many tempi",
      song(repeated(3_000, [1, 0xFF, 0x51, 3, 0, 1, 7, 0, 0xFF, 0x51, 3, 9, 0, 0]) + [0] + on + long + off)
    ),
    ("tempi far apart", song(repeated(500, long + slow.dropFirst() + long + fast.dropFirst()) + [0] + on + [96] + off)),
    ("film frames", song([0] + on + long + off, division: 0xE728)),
    ("one film frame", song([0] + on + long + off, division: 0xFF01)),
    ("format 2", song([0] + on + long + off, [0] + on + long + off, format: 2)),
    ("format 1", song(slow + long + fast.dropFirst(), long + on + long + off, [0] + on + long + off, format: 1)),
    ("bends", song([0] + on + repeated(300, long + [0xE0, 1, 2]) + long + off)),
    ("a loop of years", song([0] + on + loop)),
    ("a loop after years", song(slow + [0] + on + [1] + off + long + loopStart + [0] + on + [1] + off + loopEnd)),
    ("silence", song([0] + on + [1] + off + long + [0xFF, 1, 1, 65])),
    ("a clip", clip),
  ]

  private static var clip: [UInt8] {
    let start: [UInt32] = [0x0030_0001, 0x0040_0000, 0xF020_0000, 0, 0, 0, 0x0040_0000, 0x2090_3C64]
    let words =
      start + [UInt32](repeating: 0x004F_FFFF, count: 3_000) + [0x2080_3C00, 0x0040_0000, 0xF021_0000, 0, 0, 0]
    return Array("SMF2CLIP".utf8)
      + words.flatMap { word in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }

  private static let chains: [(name: String, text: String)] = [
    ("arpeggiator", #"{"effects": [{"effect": "arpeggiator"}]}"#),
    ("echo", #"{"effects": [{"effect": "echo", "repeats": 15, "milliseconds": 30000}]}"#),
    ("transpose", #"{"effects": [{"effect": "transpose", "semitones": 12}]}"#),
  ]

  /// The seconds of processor time that a command may take in debug: hours of song would take minutes.
  private static let limit = 180

  private func expectEnd(_ arguments: [String], in folder: TemporaryFolder, _ song: String) throws {
    folder.make("errors", [])
    let child = try ChildProcess(
      ToolRun.program, arguments, output: folder["output"], errors: folder["errors"], folder: folder.path,
      processorSeconds: Self.limit)
    // a command that waits for ever uses no processor time
    let status = child.wait(atMost: 20 * Double(Self.limit))
    let command = "\(song): tactus \(arguments.joined(separator: " "))"
    let isEnd = status.map { (0...2).contains($0) } ?? false  // 2: what cannot be asked of this song
    #expect(isEnd, "\(command): \(status.map { "\($0)" } ?? "does not end")")
    let lines = folder.text("errors").split(separator: "\n")
    if status != 0 { #expect(lines.count == 1, "\(command): \(lines)") }
  }

  /// Every command with every song: a third of the pairs, chosen at random, and all of them in more than one round.
  @Test(arguments: songs.map(\.name)) func everyCommandEnds(_ name: String) throws {
    var random = SeededGenerator(seed: seed(of: "everyCommandEnds(\(name))"))
    let isWhole = rounds(1) > 1
    let folder = try TemporaryFolder()
    folder.make("output", [])
    folder.make("song.mid", try #require(Self.songs.first { $0.name == name }).bytes)
    folder.make("tiny.sf2", try Sample.bankBytes)
    for command in [
      "inspect song.mid", "events song.mid", "chords song.mid", "chords song.mid --settling 0", "midi song.mid",
      "picture song.mid -o song.svg", "sequence song.mid",
    ] where isWhole || random.oneIn(3) {
      try expectEnd(command.split(separator: " ").map(String.init), in: folder, name)
    }
    let bounce = ["bounce", "song.mid", "-o", "song.wav", "--bank", "tiny.sf2"]
    for options in [
      "", "--to 1", "--loops 2", "--loops 10000", "--seamless", "--stems channels --to 1",
    ] where isWhole || random.oneIn(3) {
      var arguments = bounce + options.split(separator: " ").map(String.init)
      if options.contains("--stems") { arguments[3] = "stems/" }
      try expectEnd(arguments, in: folder, name)
    }
    // the samples of this bank are made when a song plays them
    try expectEnd(["bounce", "song.mid", "-o", "song.wav", "--bank", "built-in", "--to", "1"], in: folder, name)
    for chain in Self.chains where isWhole || random.oneIn(3) {
      folder.make("\(chain.name).json", Array(chain.text.utf8))
      try expectEnd(["process", "song.mid", "--chain", "\(chain.name).json", "-o", "out.mid"], in: folder, name)
      try expectEnd(bounce + ["--to", "1", "--chain", "\(chain.name).json"], in: folder, name)
    }
  }

  @Test(arguments: [
    #"{"tracks": [{"notes": [["0", "1", 60, 100], ["900000000", "1", 60, 100]]}]}"#,
    #"{"tracks": [{"loop": "1000000000", "notes": [["0", "1", 60, 100]]}]}"#,
    #"{"tracks": [{"loop": 20, "pattern": {"steps": [{"key": 60, "probability": 0}]}}, {"loop": "900000000", "notes": []}]}"#,
  ])
  func everyCommandEndsOnSequences(_ document: String) throws {
    let folder = try TemporaryFolder()
    folder.make("output", [])
    folder.make("song.json", Array(document.utf8))
    for command in [
      "sequence song.json", "sequence song.json --events", "sequence song.json -o song.mid",
      "sequence song.json --passes 2 --events", "sequence song.json --seconds 1000000000 --events",
      "sequence song.json -o song.wav",
    ] {
      try expectEnd(command.split(separator: " ").map(String.init), in: folder, document)
    }
  }

  @Test func theRefusalNamesTheGapAndWhatHelps() throws {
    let folder = try TemporaryFolder()
    let notes = Self.repeated(10, [0] + Self.on + [1] + Self.off)
    folder.make("song.mid", Self.song(notes + Self.long + Self.on + Self.repeated(10, [1] + Self.off + [0] + Self.on)))
    folder.make("tiny.sf2", try Sample.bankBytes)
    let bounce = ["bounce", "song.mid", "-o", "song.wav", "--bank", "tiny.sf2"]
    try ToolRun(bounce, in: folder).expectComplaint(
      "nothing happens from 5 s on for 1553 days, so end it at 6 s", "(--to 6, --max-length)")
    #expect(try ToolRun(bounce + ["--to", "6"], in: folder).status == 0)
  }

  @Test func theFirstInterruptEndsACommandAtOnce() throws {
    let folder = try TemporaryFolder()
    // two million events, each of which needs some work
    let notes = Self.repeated(1_000_000, [0] + Self.on + [1] + Self.off)
    folder.make("song.mid", Self.song(notes))
    folder.make("echo.json", Array(Self.chains[1].text.utf8))
    folder.make("errors", [])
    folder.make("output", [])
    for command in [
      "process song.mid --chain echo.json -o out.mid", "chords song.mid",
      "bounce song.mid --chain echo.json --max-length 9999999",
    ] {
      let child = try ChildProcess(
        ToolRun.program, command.split(separator: " ").map(String.init), output: folder["output"],
        errors: folder["errors"], folder: folder.path)
      usleep(300_000)
      let start = Date()
      child.interrupt()
      #expect(child.wait() == 130, "\(command): \(String(decoding: folder.bytes("errors"), as: UTF8.self))")
      // half a second, plus a margin for a busy machine
      #expect(Date().timeIntervalSince(start) < 30, "\(command)")
    }
    #expect(!folder.names.contains { $0.hasSuffix(".wav") || $0 == "out.mid" })
  }
}
