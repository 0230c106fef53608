#if DEBUG
  import TactusFiles
  import TestSupport
  import Testing

  @testable import TactusSynth

  /// The number of regions that the presets of a bank may have.
  @Suite struct RegionSizeTests {
    /// 50,000 zones of a preset, each with the 50,000 zones of an instrument: the product needs more than 32 bits, the
    /// size of `Int` in WebAssembly.
    @Test func countingEndsAtTheLimit() throws {
      let font = try SoundFont.made { bank in
        let sample = bank.add(.init(name: "points", frames: [1, 2, 3], sampleRate: 44_100))
        let zones = [SoundFontBuilder.Zone](repeating: .init(target: sample), count: 50_000)
        let instrument = bank.add(.init(name: "instrument", zones: zones))
        let outer = [SoundFontBuilder.Zone](repeating: .init(target: instrument), count: 50_000)
        bank.add(.init(name: "preset", bank: 0, program: 0, zones: outer))
      }
      var size = RegionCompiler.Size([font])
      size.add(font.presets[0], of: font)
      #expect(size.zonePairs > SynthLimits.zonePairs && size.zonePairs <= SynthLimits.zonePairs + 50_000)
      #expect(size.mayExceedLimits)
    }
  }
#endif
