import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// A bank's own default modulators replace those of the format.
@Suite struct DefaultModulatorTests {
  private func peak(_ defaults: [SoundFont.Modulator]?, modulators: [SoundFont.Modulator] = [], volume: UInt8) throws
    -> Float
  {
    let bank = try SoundBank.made { bank in
      bank.defaultModulators = defaults
      let wave = bank.add(.sine())
      bank.addPreset([
        .init(
          target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce, modulators: modulators)
      ])
    }
    let stage = Stage(bank)
    stage.send(.controller(7, volume), .controller(10, 64), .noteOn(60))
    return stage.render(480).peak
  }

  @Test func anEmptyListLeavesTheVolumeAlone() throws {
    let loud = try peak(nil, volume: 127)
    #expect(try peak(nil, volume: 32) < loud / 10)
    #expect(try peak([], volume: 32) == peak([], volume: 127))
    #expect(try abs(peak([], volume: 1) / loud - 1) < 1e-5)
  }

  @Test func aListReplacesAndZonesStillSupersede() throws {
    let half = SoundFont.Modulator(.init(controller: 7, .concave, isNegative: true), to: .initialAttenuation, 480)
    let quiet = try Double(decibels(peak([half], volume: 64) / peak([half], volume: 127)))
    #expect(abs(quiet + 5.95) < 0.05, "half of −11.9 dB, not \(quiet)")
    let none = SoundFont.Modulator(.init(controller: 7, .concave, isNegative: true), to: .initialAttenuation, 0)
    #expect(try peak([half], modulators: [none], volume: 1) == peak([half], modulators: [none], volume: 127))
  }

  /// Ineffective modulators have no effect here either, and neither do modulators beyond the limit that no real bank
  /// reaches.
  @Test func illegalAndCountlessOnesAreHarmless() throws {
    let illegal = SoundFont.Modulator(source: .init(rawValue: .max), destination: 48, amount: 960)
    let linked = SoundFont.Modulator(source: .link, destination: 48, amount: 960)
    let many = (0..<5_000).map { SoundFont.Modulator(.init(controller: 1), to: .pan, Int16($0 % 3)) }
    #expect(try peak([illegal, linked] + many, volume: 127) > 0.1)
  }
}
