import TactusFiles
import TestSupport
import Testing

/// Banks of SoundFont 1: other sample records, other units, other defaults.
@Suite struct SoundFont1Tests {
  /// A bank of version 1 with one zone in its instrument, and one in its preset.
  private func bank(
    _ instrument: [(GeneratorKind, Int16)], preset: [(GeneratorKind, Int16)] = [], terminal: Bool = true
  ) throws -> RawBank {
    var builder = SoundFontBuilder(name: "Old")
    let frames = (0..<200).map { Int16(truncatingIfNeeded: $0 * 100) }
    let sample = builder.add(.init(name: "wave", frames: frames, sampleRate: 22_050, originalKey: 72, loop: 50..<150))
    let tone = builder.add(
      .init(
        name: "tone",
        zones: [.init(target: sample, generators: instrument.map { .init(Self.standIn($0.0), $0.1) })]))
    builder.add(
      .init(
        name: "Preset", bank: 1, program: 5,
        zones: [.init(target: tone, generators: preset.map { .init($0.0, $0.1) })]))
    var raw = try RawBank(builder)
    for record in stride(from: 0, to: raw["igen"].count, by: 4) where raw["igen"][record] == 46 {
      raw.set16("igen", record, 55)
    }
    raw.set16("ifil", 0, 1)
    raw.set16("ifil", 2, 0)
    raw["shdr"] = Array(raw["shdr"][20..<36]) + (terminal ? [UInt8](repeating: 0, count: 16) : [])
    let name = Array("wave".utf8) + [UInt8](repeating: 0, count: 16)
    let data = try #require(raw.lists.firstIndex { $0.form == "sdta" })
    raw.lists[data].chunks.insert(.init(tag: "snam", body: name), at: 0)
    return raw
  }

  /// The kind that the builder accepts instead of generator 55, the pitch of a sample.
  private static func standIn(_ kind: GeneratorKind) -> GeneratorKind { kind == .reserved3 ? .keynum : kind }

  private func generators(_ raw: RawBank) throws -> [GeneratorKind: Int] {
    let bank = try raw.read(.strict)
    let zone = try #require(bank.instrumentZones.first)
    return bank.generators[zone.generators].reduce(into: [:]) { $0[$1.kind] = Int($1.amount) }
  }

  @Test(arguments: [true, false])
  func samples(_ hasTerminal: Bool) throws {
    let bank = try bank([], terminal: hasTerminal).read(.strict)
    #expect("\(bank.version)" == "1.00" && bank.samples.count == 1)
    let sample = bank.samples[0]
    #expect(sample.sampleRate == 44_100 && sample.rootKey == 60 && sample.correction == 0 && sample.channel == .mono)
    #expect(sample.frames.count == 200 && sample.loop == sample.start + 50..<sample.start + 150)
    #expect(bank.name(of: sample) == "wave" && bank.name(of: bank.presets[0]) == "Preset")
    var nameless = try self.bank([], terminal: hasTerminal)
    nameless.remove("snam")
    let other = try nameless.read()
    #expect(other.name(of: other.samples[0]).isEmpty)
  }

  @Test func samplePitchAndTuning() throws {
    // 6,930 cents: key 69, and 30 cents lower
    let found = try generators(bank([(.reserved3, 6_930), (.overridingRootKey, 62), (.fineTune, 5)]))
    #expect(found[.overridingRootKey] == 71 && found[.fineTune] == -25)
    #expect(try generators(bank([(.reserved3, 6_960)]))[.overridingRootKey] == 70)
    #expect(try generators(bank([(.reserved3, 6_960)]))[.fineTune] == 40)
    #expect(try generators(bank([]))[.overridingRootKey] == nil)
  }

  @Test(
    arguments: [
      (.initialFilterFc, 127, 13_500), (.initialFilterFc, 0, 4_366), (.initialFilterFc, 64, 8_142),
      (.initialFilterQ, 100, 150), (.reverbEffectsSend, 255, 996), (.pan, 0, -500), (.pan, 127, 500),
      (.initialAttenuation, 127, 0), (.initialAttenuation, 64, 60), (.initialAttenuation, 0, 1_000),
      (.scaleTuning, 1, 50), (.scaleTuning, 0, 100), (.attackVolEnv, 1_000, 0), (.decayVolEnv, 250, -2_400),
      (.releaseModEnv, 0, -11_959), (.freqModLFO, 64, -725), (.freqVibLFO, 0, -15_600), (.modLfoToPitch, 127, 1_190),
      (.modEnvToFilterFc, 64, 7_200), (.modLfoToFilterFc, -64, -3_600), (.modLfoToVolume, 64, 120),
      (.sustainVolEnv, 127, 0), (.sustainVolEnv, 0, 1_000), (.sustainModEnv, 48, 500), (.keynumToVolEnvDecay, 10, 56),
      (.sampleModes, 1, 1), (.exclusiveClass, 3, 3),
    ] as [(GeneratorKind, Int16, Int)])
  func units(_ kind: GeneratorKind, _ amount: Int16, _ expected: Int) throws {
    #expect(try generators(bank([(kind, amount)]))[kind] == expected)
  }

  @Test func defaults() throws {
    let found = try generators(bank([]))
    #expect(found == [.sustainVolEnv: 1_000, .sustainModEnv: 1_000, .freqModLFO: -725, .freqVibLFO: -15_600])
  }

  @Test func presetsReplaceDefaults() throws {
    let bank = try bank([], preset: [(.sustainVolEnv, 127), (.pan, 127), (.initialFilterFc, 0)]).read(.strict)
    let zone = try #require(bank.presetZones.first)
    let found = bank.generators[zone.generators].reduce(into: [:]) { $0[$1.kind] = Int($1.amount) }
    #expect(found == [.sustainVolEnv: -1_000, .pan: 500, .initialFilterFc: 4_366 - 13_500])
  }

  @Test func anyAmountIsRead() throws {
    for number in UInt16(0)...60 {
      guard let kind = GeneratorKind(rawValue: number), !kind.isStructural, kind.hasFunction || kind == .reserved3
      else { continue }
      let isForPresets = kind.hasFunction && kind.isLegalAtPresetLevel
      for amount in [Int16.min, -1, 0, 1, .max] {
        _ = try bank([(kind, amount)], preset: isForPresets ? [(kind, amount)] : []).read()
      }
    }
  }

  @Test func writtenAsVersion2() throws {
    let old = try bank([(.reserved3, 6_900), (.pan, 0)]).read()
    let new = try SoundFont(FileBytes(copying: SoundFontBuilder(old).write(), name: "new"))
    #expect(new.version >= SoundFont.Version(2, 0) && new.generators == old.generators && new.samples.count == 1)
    #expect(new.samples[0].sampleRate == 44_100)
  }
}
