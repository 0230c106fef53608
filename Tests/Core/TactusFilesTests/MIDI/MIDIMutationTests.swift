import TactusFiles
import TestSupport
import Testing

/// The bad-input law: for any bytes, reading does not trap, hang or allocate much more than their size, and the result
/// is a valid song.
@Suite struct MIDIMutationTests {
  /// Valid files of all kinds, from which the mutations start.
  private static let seeds = [small, song, MIDIBytes.rmid(MIDIBytes.riff("data", song)), clip]

  /// About sixty bytes that contain every kind of event.
  private static let small = MIDIBytes.song([
    0, 0xFF, 0x51, 3, 9, 0, 0, 0x81, 0, 0x90, 60, 64, 10, 61, 0, 0, 0xF0, 2, 1, 2, 0, 0xF7, 2, 3, 0xF7, 0, 0xFF, 1, 1,
    65, 7, 0xC5, 3, 0, 0xE0, 0, 64,
  ])

  private static let song: [UInt8] = {
    let first: [UInt8] = [
      0, 0xFF, 3, 4, 65, 66, 67, 68, 0, 0xFF, 0x51, 3, 7, 0xA1, 0x20, 0, 0xFF, 0x58, 4, 6, 3, 24, 8, 0, 0xFF, 0x21, 1,
      2, 0, 0x90, 1, 1,
    ]
    let second: [UInt8] = [
      0, 0x90, 60, 64, 0x83, 0x60, 60, 0, 5, 0xF0, 3, 1, 2, 3, 0, 0xF7, 2, 4, 0xF7, 9, 0xC1, 5, 0, 0xB1, 7, 100, 0, 8,
      64,
    ]
    return MIDIBytes.song(first, second)
  }()

  private static let clip: [UInt8] = {
    let words: [UInt32] = [
      0x0040_0000, 0x0030_0060, 0xD010_0000, 50_000_000, 0, 0, 0xF020_0000, 0, 0, 0, 0x0040_0060, 0x4090_3C00,
      0xFFFF_0000, 0x3016_0102, 0x0304_0506, 0x3031_0700, 0, 0xD050_0103, 0x4142_4344, 0x4546_4748, 0x494A_4B4C,
      0xD0D0_0103, 0x4D4E_0000, 0, 0, 0x10F8_0000, 0xF021_0000, 0, 0, 0,
    ]
    return MIDIBytes.clip(words)
  }()

  @Test func everyTruncation() {
    for seed in Self.seeds {
      for count in 0..<seed.count { check(Array(seed.prefix(count)), "prefix of \(count)") }
    }
  }

  @Test func everyByteAtEveryPlace() {
    for position in Self.small.indices {
      for value in UInt8.min...UInt8.max {
        var bytes = Self.small
        bytes[position] = value
        check(bytes, "byte \(position) = \(value)")
      }
    }
  }

  @Test func mutants() {
    let count = environment("TACTUS_MUTATIONS", 2_000)
    for number in 0..<count {
      var random = SeededGenerator(seed: UInt64(number))
      var bytes = Self.seeds[number % Self.seeds.count]
      for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes, &random) }
      check(bytes, "mutant \(number)")
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard !bytes.isEmpty else { return }
    let position = Int.random(in: 0..<bytes.count, using: &random)
    let odd: [UInt8] = [0, 0x7F, 0x80, 0xFF]
    switch Int.random(in: 0...4, using: &random) {
    case 0: bytes[position] = odd.randomElement(using: &random) ?? 0
    case 1:
      let runs: [UInt8] = [0xFF, 0x80, 0xF0, 0xF7, 0x90]
      let run = runs.randomElement(using: &random) ?? 0xFF
      bytes.insert(contentsOf: [UInt8](repeating: run, count: .random(in: 1...8, using: &random)), at: position)
    case 2: bytes.removeSubrange(position..<min(bytes.count, position + .random(in: 1...16, using: &random)))
    case 3:
      let words: [[UInt8]] = [
        [0xFF, 0xFF, 0xFF, 0x7F], [0xFF, 0xFF, 0xFF, 0xFF], [0, 0, 0, 0], [0x80, 0x80, 0x80, 0x80],
      ]
      for (index, byte) in (words.randomElement(using: &random) ?? []).enumerated() where position + index < bytes.count
      {
        bytes[position + index] = byte
      }
    default: bytes[position] = .random(in: 0...255, using: &random)
    }
  }

  /// Reads the bytes, checks the song, and requires that writing and reading it returns an equal song.
  private func check(_ bytes: [UInt8], _ name: String) {
    _ = try? readSong(bytes, strict: true)
    _ = try? readSong(bytes) { $0.badData = .restart }
    guard let song = try? readSong(bytes) else { return }
    for track in song.tracks {
      #expect(track.events.isEmpty || track.endTick >= track.events[track.events.count - 1].tick, "\(name)")
      #expect(zip(track.events, track.events.dropFirst()).allSatisfy { $0.tick <= $1.tick }, "\(name)")
      #expect(track.events.capacity <= max(8, bytes.count), "\(name)")
      for event in track.events { _ = track.text(of: event) }
    }
    #expect(song.eventCount <= bytes.count / 2, "\(name)")
    // strict reading accepts delta times of hours
    guard let believing = try? readSong(bytes, { $0.keepsLongDeltas = true }) else {
      return #expect(Bool(false), "\(name): only without its long delta times a song")
    }
    let strict = try? readSong(bytes, strict: true)
    #expect((strict == nil) == (believing.diagnostics.count(atLeast: .warning) > 0), "\(name)")
    #expect(strict == nil || strict == believing, "\(name)")
    comesBack(song, name)
  }

  private func comesBack(_ song: MIDIFile, _ name: String) {
    let isClip = song.container == .clip
    guard !song.tracks.isEmpty, let bytes = try? isClip ? song.writtenAsClip() : song.written() else { return }
    guard let again = try? readSong(bytes) else { return #expect(Bool(false), "\(name): not a song any more") }
    #expect(again == song, "\(name)")
    #expect(again.diagnostics.count(atLeast: .error) == 0, "\(name): \(again.diagnostics.kept)")
    #expect((try? isClip ? again.writtenAsClip() : again.written()) == bytes, "\(name)")
  }
}
