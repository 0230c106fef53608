import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Modulators that feed others, in a global zone and in a local one.
@Suite struct LinkedModulatorTests {
  /// A controller that feeds the modulator at an index with 60, and what that adds to the pitch for each of them.
  private func chain(controller: UInt8 = 2, index: UInt16 = 1, cents: Int16 = 5) -> [SoundFont.Modulator] {
    [
      .init(source: .init(controller: controller), destination: 0x8000 | index, amount: 60),
      .init(source: .link, destination: GeneratorKind.fineTune.rawValue, amount: cents),
    ]
  }

  /// The pitch in cents with controllers 2 and 3 at their maximum.
  private func pitch(global: [SoundFont.Modulator], local: [SoundFont.Modulator]) throws -> Double {
    let bank = try SoundBank.made { bank in
      let wave = bank.add(.sine())
      let loop: [SoundFont.Generator] = [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce
      let instrument = bank.add(
        SoundFontBuilder.Instrument(
          name: "links",
          zones: [
            .init(target: nil, modulators: global), .init(target: wave, generators: loop, modulators: local),
          ]))
      bank.presets.append(.init(name: "links", bank: 0, program: 0, zones: [.init(target: instrument)]))
    }
    let stage = Stage(bank)
    stage.send(.controller(2, 127), .controller(3, 127), .noteOn(60))
    return cents(of: stage.render(19_200))
  }

  private func isClose(_ pitch: Double, _ expected: Double) -> Bool { abs(pitch - expected) < 0.1 }

  @Test func aChainReplacesTheSameChainOfTheGlobalZone() throws {
    #expect(try isClose(pitch(global: chain(), local: []), 300))
    #expect(try isClose(pitch(global: chain(), local: chain()), 300))
    #expect(try isClose(pitch(global: chain(), local: chain(cents: 0)), 0), "this is how a zone turns it off")
    #expect(try isClose(pitch(global: chain(), local: chain(cents: 2)), 120))
    let other = SoundFont.Modulator(.init(.velocity), to: .chorusEffectsSend, 1)
    #expect(try isClose(pitch(global: chain(), local: [other] + chain(index: 2)), 300), "whatever its index")
  }

  @Test func otherChainsAreAdded() throws {
    #expect(try isClose(pitch(global: chain(), local: chain(controller: 3)), 600))
    let absolute = SoundFont.Modulator(
      source: .link, destination: GeneratorKind.fineTune.rawValue, amount: 5, transform: 2)
    #expect(try isClose(pitch(global: chain(), local: [chain()[0], absolute]), 600))
  }
}
