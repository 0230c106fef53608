import TactusFiles
import Testing

@Suite struct SoundFontWriterTests {
  static let tiny: SoundFontBuilder = {
    var bank = SoundFontBuilder(name: "Tiny")
    let wave = (0..<100).map { Int16(truncatingIfNeeded: ($0 % 50 - 25) * 1000) }
    let saw = bank.add(.init(name: "saw", frames: wave, sampleRate: 44_100, originalKey: 69, loop: 0..<100))
    let tone = bank.add(.init(name: "tone", zones: [.init(target: saw, generators: [.init(.sampleModes, 1)])]))
    bank.add(.init(name: "Tone", bank: 0, program: 0, zones: [.init(target: tone)]))
    return bank
  }()

  @Test func bytesAreTheSameEveryTime() throws {
    #expect(try Self.tiny.write() == Self.tiny.write())
  }

  @Test func sizesAddUp() throws {
    let bytes = try Self.tiny.write()
    let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == bytes.count - 8)
    #expect(bytes.count % 2 == 0)
    #expect(bytes.count <= Self.tiny.byteCount)
  }

  @Test func refusesWhatTheFormatCannotHold() {
    func expect(_ error: SoundFontWriteError, _ change: (inout SoundFontBuilder) -> Void) {
      var bank = Self.tiny
      change(&bank)
      #expect(throws: error) { try bank.write() }
    }
    expect(.zoneWithoutTarget(level: .preset, owner: 0, zone: 1)) { $0.presets[0].zones.append(.init(target: nil)) }
    expect(.targetOutOfRange(level: .instrument, owner: 0, zone: 0, target: 1, count: 1)) {
      $0.instruments[0].zones[0].target = 1
    }
    expect(.illegalGenerator(level: .preset, owner: 0, zone: 0, kind: .sampleModes)) {
      $0.presets[0].zones[0].generators.append(.init(.sampleModes, 1))
    }
    expect(.lowBytesNeedVersion204) { $0.samples[0].lowBytes = Array(repeating: 1, count: 100) }
    expect(.unsupportedVersion(.init(3, 1))) { $0.version = .init(3, 1) }
    expect(.unsoundSample(index: 0, reason: "has the impractical sample rate 0")) { $0.samples[0].sampleRate = 0 }
    expect(.unsoundSample(index: 0, reason: "has its loop at 90..<101 outside its 100 frames")) {
      $0.samples[0].loop = 90..<101
    }
    expect(.tooMany(what: "preset zones", count: 65_536, limit: 65_535)) {
      $0.presets[0].zones = Array(repeating: $0.presets[0].zones[0], count: 65_536)
    }
  }
}
