import TactusFiles
import TestSupport
import Testing

@Suite struct SoundFontWriterTests {
  @Test func bytesAreTheSameEveryTime() throws {
    #expect(try SoundFontBuilder.tiny.write() == SoundFontBuilder.tiny.write())
  }

  @Test func sizesAddUp() throws {
    let bytes = try SoundFontBuilder.tiny.write()
    let size = bytes[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    #expect(size == bytes.count - 8)
    #expect(bytes.count % 2 == 0)
    #expect(bytes.count <= SoundFontBuilder.tiny.byteCount)
  }

  /// The law: a written bank can be read again without diagnostics about the container, and writing it again gives the
  /// same bytes.
  @Test func readsBackWhatItWrote() throws {
    for seed in UInt64(0)..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: seed)
      let bank = SoundFontBuilder.random(&random)
      let bytes = try bank.write()
      let read = try SoundFont(bytes: bytes)
      #expect(try SoundFontBuilder(read) == bank, "seed \(seed)")
      #expect(try SoundFontBuilder(read).write() == bytes, "seed \(seed)")
      let allowed: Set<SoundFontDiagnostic.Kind> = [
        .emptyRange, .modulatorIgnored, .presetShadowed, .sampleEmpty, .keyInvalid,
      ]
      #expect(allowed.isSuperset(of: read.diagnostics.counts.keys), "seed \(seed): \(read.diagnostics.counts)")
    }
  }

  /// A full range that overrides that of the global zone is written.
  @Test func fullRangesStay() throws {
    var bank = SoundFontBuilder.tiny
    bank.instruments[0].zones.insert(.init(target: nil, keyRange: .init(0...50)), at: 0)
    bank.instruments[0].zones[1].keyRange = .all
    bank.instruments[0].zones[1].velocityRange = .all
    let read = try SoundFont(bytes: bank.write())
    #expect(read.instrumentZones[1].keys(under: read.instrumentZones[0]) == .all)
    #expect(try SoundFontBuilder(read) == bank)
    bank.instruments[0].zones[1].keyRange = nil
    let other = try SoundFont(bytes: bank.write())
    #expect(other.instrumentZones[1].keys(under: other.instrumentZones[0]) == .init(low: 0, high: 50))
    #expect(try SoundFontBuilder(other) == bank)
  }

  @Test func amountsWithFractionsAreWrittenToTheNearest() throws {
    var bank = SoundFontBuilder.tiny
    bank.instruments[0].zones[0].modulators = [.modulationWheelToVibrato]
    bank.instruments[0].zones[0].modulators[0].fraction = 0xC000
    bank.instruments[0].zones[0].generators = [.init(.pan, -7)]
    bank.instruments[0].zones[0].generators[0].fraction = 0xC000
    let read = try SoundFont(bytes: bank.write())
    #expect(read.modulators.map(\.amount) == [51] && read.generators == [.init(.pan, -6)])
  }

  @Test func soundBankIsReadStrictly() throws {
    let bank = try SoundFont(bytes: SoundFontBuilder.tiny.write(), strictness: .strict)
    #expect(bank.diagnostics.entries.isEmpty)
  }

  /// 2.04 §6.1: at least 46 zero points after each sample.
  @Test func guardsEachSample() throws {
    var bank = SoundFontBuilder.tiny
    bank.version = .v2_04
    bank.samples[0].lowBytes = Array(repeating: 9, count: 100)
    bank.add(bank.samples[0])
    bank.samples[1].frames[99] = 1
    let read = try SoundFont(bytes: bank.write())
    #expect(read.pool.frameCount == 2 * 146)
    for sample in read.samples {
      for frame in sample.end..<sample.end + 46 {
        #expect(read.pool.frames[frame] == 0 && read.pool.lowBytes![frame] == 0)
      }
    }
  }

  /// Samples with equal frames, low bytes and streams share them; others do not, even if one is a part of another.
  @Test func equalSamplesShareTheirData() throws {
    var bank = SoundFontBuilder.tiny
    bank.version = .v3_01
    var (wave, part, wide) = (bank.samples[0], bank.samples[0], bank.samples[0])
    (wave.name, wave.loop, wave.originalKey) = ("other loop", 10..<20, 50)
    (part.name, part.frames, part.loop) = ("part", Array(part.frames.dropFirst(40)), nil)
    (wide.name, wide.lowBytes) = ("wide", Array(repeating: 7, count: 100))
    var stream = part
    (stream.name, stream.frames, stream.stream) = ("stream", [], Array(1...77))
    var wider = wide
    wider.loop = nil
    for sample in [wave, part, wide, stream, wider, stream, part] { bank.add(sample) }
    let bytes = try bank.write()
    let read = try SoundFont(bytes: bytes)
    #expect(read.samples.map { $0.stream == nil ? $0.start : -1 } == [0, 0, 146, 252, -1, 252, -1, 146])
    #expect(read.samples[4].stream == read.samples[6].stream && read.pool.frameCount == 398 + 39)
    #expect(read.samples[1].loop == 10..<20 && bytes.count <= bank.byteCount)
    // samples of 16 bits in a bank of 24 bits are read back with low bytes
    for index in [0, 1] { bank.samples[index].lowBytes = Array(repeating: 0, count: 100) }
    for index in [2, 7] { bank.samples[index].lowBytes = Array(repeating: 0, count: 60) }
    #expect(try SoundFontBuilder(read) == bank)
  }

  @Test func theVersionOfTheROMNeedsNoName() throws {
    var bank = SoundFontBuilder.tiny
    bank.info.romVersion = SoundFont.Version(1, 7)
    #expect(try SoundFontBuilder(SoundFont(bytes: bank.write())) == bank)
  }

  @Test func cutsNamesBetweenCharacters() throws {
    var bank = SoundFontBuilder.tiny
    bank.presets[0].name = "nineteen bytes long" + "é"
    bank.instruments[0].name = "before\0after"
    bank.samples[0].name = "exactly twenty bytes"
    let read = try SoundFont(bytes: bank.write())
    #expect(read.name(of: read.presets[0]) == "nineteen bytes long")
    #expect(read.name(of: read.instruments[0]) == "before")
    #expect(read.name(of: read.samples[0]) == "exactly twenty bytes")
  }

  @Test func refusesWhatTheFormatCannotHold() {
    func expect(_ error: SoundFontWriteError, _ change: (inout SoundFontBuilder) -> Void) {
      var bank = SoundFontBuilder.tiny
      change(&bank)
      #expect(throws: error) { try bank.write() }
    }
    expect(.zoneWithoutTarget(level: .preset, owner: 0, zone: 1)) { $0.presets[0].zones.append(.init(target: nil)) }
    expect(.targetOutOfRange(level: .instrument, owner: 0, zone: 0, target: 1, count: 1)) {
      $0.instruments[0].zones[0].target = 1
    }
    expect(.targetOutOfRange(level: .preset, owner: 0, zone: 0, target: -1, count: 1)) {
      $0.presets[0].zones[0].target = -1
    }
    expect(.illegalGenerator(level: .preset, owner: 0, zone: 0, kind: .sampleModes)) {
      $0.presets[0].zones[0].generators.append(.init(.sampleModes, 1))
    }
    expect(.illegalGenerator(level: .instrument, owner: 0, zone: 0, kind: .keyRange)) {
      $0.instruments[0].zones[0].generators.append(.init(.keyRange, 1))
    }
    expect(.lowBytesNeedVersion204) { $0.samples[0].lowBytes = Array(repeating: 1, count: 100) }
    expect(.unsupportedVersion(.init(3, 0))) { $0.version = .init(3, 0) }
    expect(.unsoundSample(index: 0, reason: "has the impractical sample rate 0")) { $0.samples[0].sampleRate = 0 }
    expect(.unsoundSample(index: 0, reason: "has its loop at 90..<101 outside its 100 frames")) {
      $0.samples[0].loop = 90..<101
    }
    expect(.unsoundSample(index: 0, reason: "is linked to sample 1, which does not exist")) { $0.samples[0].link = 1 }
    expect(.tooMany(what: "preset zones", count: 65_536, limit: 65_535)) {
      $0.presets[0].zones = Array(repeating: $0.presets[0].zones[0], count: 65_536)
    }
  }
}
