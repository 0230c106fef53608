import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// The bad-input law for banks: a small file cannot create a huge bank, or a note with a million voices.
@Suite struct HugeBankTests {
  /// A bank of one preset: `presetZones` zones that all reach one instrument of `instrumentZones` zones.
  private func font(presetZones: Int, instrumentZones: Int, modulators: Int = 0) throws -> SoundFont {
    try SoundFont.made { bank in
      let sample = bank.add(.init(name: "points", frames: [1, 2, 3], sampleRate: 44_100))
      var list: [SoundFont.Modulator] = []
      for number in 0..<modulators {
        let source = SoundFont.ModulatorSource(controller: UInt8(1 + number % 5))
        let scale = SoundFont.ModulatorSource(controller: UInt8(64 + number / 225 % 32))
        list.append(.init(source: source, destination: UInt16(number / 5 % 45 + 5), amount: 1, amountSource: scale))
      }
      let zones = (0..<instrumentZones).map { _ in SoundFontBuilder.Zone(target: sample, modulators: list) }
      let instrument = bank.add(.init(name: "instrument", zones: zones))
      let outer = (0..<presetZones).map { _ in SoundFontBuilder.Zone(target: instrument) }
      bank.add(.init(name: "preset", bank: 0, program: 0, zones: outer))
    }
  }

  @Test func productsOfZonesAreCut() throws {
    let bank = try SoundBank(font(presetZones: 3_000, instrumentZones: 3_000))
    #expect(bank.isCut)
    #expect(bank.regionCount <= 1 << 17)
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    stage.render(1)
    #expect(stage.synth.counters.voicesStarted == 256)
  }

  @Test func listsOfModulatorsAreCut() throws {
    let bank = try SoundBank(font(presetZones: 300, instrumentZones: 2, modulators: 5_000))
    #expect(bank.regionCount == 600)
    let stage = Stage(bank)
    stage.send(.noteOn(60))
    #expect(stage.render(64).allSatisfy { $0.isFinite })
  }

  /// Each pair of zones has a list of its own, to which two zones contribute 256 modulators each; all but one of them
  /// are replaced.
  @Test func combinationsOfModulatorsAreCut() throws {
    let font = try SoundFont.made { bank in
      let sample = bank.add(.init(name: "points", frames: [1, 2, 3], sampleRate: 44_100))
      func modulators(_ zone: Int) -> [SoundFont.Modulator] {
        var modulator = SoundFont.Modulator.velocityToAttenuation
        modulator.amount = Int16(zone)
        return Array(repeating: modulator, count: 256)
      }
      let zones = (1...50).map { SoundFontBuilder.Zone(target: sample, modulators: modulators($0)) }
      let instrument = bank.add(.init(name: "instrument", zones: zones))
      let outer = (1...50).map { SoundFontBuilder.Zone(target: instrument, modulators: modulators($0)) }
      bank.add(.init(name: "preset", bank: 0, program: 0, zones: outer))
    }
    let bank = SoundBank(font)
    #expect(bank.regionCount == 2_500 && bank.isCut)
  }

  /// A global zone is examined for each zone of its preset, so it has no generators that do not count.
  @Test func repeatedGeneratorsTakeLinearTime() throws {
    let kinds = GeneratorKind.allCases.filter { $0.isLegalAtPresetLevel && !$0.isStructural }
    let font = try SoundFont.made { bank in
      let sample = bank.add(.init(name: "points", frames: [1, 2, 3], sampleRate: 44_100))
      let instrument = bank.add(.init(name: "instrument", zones: [.init(target: sample)]))
      let generators = (0..<30_000).map { SoundFont.Generator(kinds[$0 % kinds.count], 1) }
      var zones = [SoundFontBuilder.Zone(target: nil, generators: generators)]
      for _ in 0..<30_000 { zones.append(.init(target: instrument)) }
      bank.add(.init(name: "preset", bank: 0, program: 0, zones: zones))
    }
    #expect(font.presetZones[0].generators.count == kinds.count)
    #expect(SoundBank(font).regionCount == 30_000)
  }

  @Test func ordinaryBanksAreWhole() throws {
    let bank = try SoundBank(font(presetZones: 20, instrumentZones: 100, modulators: 10))
    #expect(!bank.isCut)
  }
}
