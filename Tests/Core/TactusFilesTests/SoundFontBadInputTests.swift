import Foundation
import TactusFiles
import TestSupport
import Testing

/// No bytes make the reader trap or hang, and its result is safe to play.
@Suite struct SoundFontBadInputTests {
  /// What a player relies on without checking.
  static func isSafe(_ bank: SoundFont) -> Bool {
    let samples = bank.samples.allSatisfy { sample in
      if let stream = sample.stream {
        return sample.isUsable && !stream.isEmpty && stream.upperBound <= bank.file.bytes.count && sample.frames.isEmpty
          && sample.loop?.isEmpty != true
      }
      let loop = sample.loop ?? sample.frames
      return (sample.isUsable ? sample.start < sample.end && sample.end <= bank.pool.frameCount : sample.frames.isEmpty)
        && loop.clamped(to: sample.frames) == loop && SoundFont.SampleHeader.practicalSampleRates ~= sample.sampleRate
        && sample.rootKey < 128 && (sample.loop?.isEmpty != true)
    }
    func zones(_ zones: [SoundFont.Zone], _ owners: [(Range<Int>, Int?)], targets: Int) -> Bool {
      zones.allSatisfy { zone in
        (zone.target.map { (0..<targets).contains($0) } ?? true)
          && zone.generators.upperBound <= bank.generators.count
          && zone.modulators.upperBound <= bank.modulators.count
      }
        && owners.allSatisfy { range, global in
          range.upperBound <= zones.count && range.allSatisfy { zones[$0].isGlobal == ($0 == global) }
            && global.map { $0 == range.lowerBound } != false
        }
    }
    return samples
      && zones(bank.presetZones, bank.presets.map { ($0.zones, $0.globalZone) }, targets: bank.instruments.count)
      && zones(
        bank.instrumentZones, bank.instruments.map { ($0.zones, $0.globalZone) }, targets: bank.samples.count)
      && bank.generators.allSatisfy { $0.kind.hasFunction && !$0.kind.isStructural }
  }

  /// Reads; if that succeeds, checks the bank, reads everything it points to, and writes it again.
  private func examine(_ bytes: [UInt8], _ comment: @autoclosure () -> String) {
    guard let bank = try? SoundFont(bytes: bytes) else { return }
    guard Self.isSafe(bank) else {
      Issue.record("unsafe bank: \(comment())")
      return
    }
    var text = ""
    bank.describe([.summary, .presets, .zones, .samples, .diagnostics], to: &text)
    _ = try? SoundFontBuilder(bank).write()
    for preset in bank.presets { _ = bank.preset(bank: Int(preset.bank), program: Int(preset.program)) }
  }

  @Test func everyTruncationIsTaken() throws {
    let bytes = try SoundFontBuilder.tiny.write()
    for count in bytes.indices { examine(Array(bytes.prefix(count)), "first \(count) bytes") }
  }

  @Test func everyByteAtTheExtremes() throws {
    let bytes = try SoundFontBuilder.tiny.write()
    let smpl = RawBank.offset(of: "smpl", in: bytes)
    for offset in bytes.indices where !(smpl + 8..<smpl + 300 ~= offset) {
      for value: UInt8 in [0, 1, 0x7F, 0x80, 0xFF] {
        var changed = bytes
        changed[offset] = value
        examine(changed, "byte \(offset) = \(value)")
      }
    }
  }

  /// Seeded; `TACTUS_MUTATIONS` sets the number.
  @Test func mutations() throws {
    var random = SeededGenerator(seed: 7)
    let banks = try (0..<8).map { _ in try SoundFontBuilder.random(&random).write() }
    for seed in UInt64(0)..<UInt64(environment("TACTUS_MUTATIONS", 2_000)) {
      var random = SeededGenerator(seed: seed)
      var bytes = banks.randomElement(using: &random)!
      for _ in 0..<Int.random(in: 1...8, using: &random) { mutate(&bytes, &random) }
      examine(bytes, "seed \(seed)")
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SeededGenerator) {
    guard bytes.count > 64 else { return }
    let offset = Int.random(in: 0..<bytes.count - 32, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes[offset] = [0, 0x7F, 0x80, 0xFF].randomElement(using: &random)!
    case 1: bytes[offset] = .random(in: 0...255, using: &random)
    case 2: bytes.removeSubrange(offset..<offset + Int.random(in: 1...16, using: &random))
    case 3:
      bytes.insert(contentsOf: repeatElement(0xFF, count: Int.random(in: 1...16, using: &random)), at: offset)
    case 4:
      let words: [[UInt8]] = [[255, 255, 255, 127], [255, 255, 255, 255], [0, 0, 0, 0], [0, 0, 0, 128]]
      bytes.replaceSubrange(offset..<offset + 4, with: words.randomElement(using: &random)!)
    default:
      let other = Int.random(in: 0..<bytes.count - 32, using: &random)
      bytes.replaceSubrange(offset..<offset + 4, with: bytes[other..<other + 4])
    }
  }
}

/// The banks that Debian installs; skipped if they are missing.
@Suite struct SoundFontDebianTests {
  struct Known: Sendable, CustomTestStringConvertible {
    var name: String
    var byteCount, presets, instruments, samples, presetZones, instrumentZones, generators, modulators: Int
    var testDescription: String { name }
    var path: String { "/usr/share/sounds/sf2/" + name }
  }
  /// Counted by another reader (a few lines of Python).
  static let known = [
    Known(
      name: "TimGM6mb.sf2", byteCount: 5_969_788, presets: 136, instruments: 210, samples: 520, presetZones: 210,
      instrumentZones: 2063, generators: 35_103, modulators: 455),
    Known(
      name: "FluidR3_GM.sf2", byteCount: 148_398_306, presets: 189, instruments: 193, samples: 1418,
      presetZones: 1054, instrumentZones: 2818, generators: 18_209, modulators: 746),
  ].filter { FileManager.default.isReadableFile(atPath: $0.path) }

  @Test(.enabled(if: !known.isEmpty, "Debian's banks are not installed"), arguments: known)
  func knownBanks(_ known: Known) throws {
    let data = try NSData(contentsOfFile: known.path, options: .alwaysMapped)
    try #require(data.length == known.byteCount, "another edition of the bank")
    let bytes = UnsafeRawBufferPointer(start: data.bytes, count: data.length)
    let bank = try SoundFont(
      FileBytes(bytes, name: known.name) { _ in withExtendedLifetime(data) {} }, strictness: .strict)
    #expect(bank.diagnostics.entries.isEmpty)
    #expect(SoundFontBadInputTests.isSafe(bank))
    #expect(bank.presets.count == known.presets && bank.instruments.count == known.instruments)
    #expect(bank.samples.count == known.samples && bank.samples.allSatisfy { $0.isUsable })
    #expect(bank.presetZones.count == known.presetZones && bank.instrumentZones.count == known.instrumentZones)
    #expect(bank.generators.count == known.generators && bank.modulators.count == known.modulators)
    #expect(bank.preset(bank: 0, program: 0) != nil && bank.preset(bank: 128, program: 0) != nil)
  }
}
