import TactusDSP
import TactusFiles
import TactusSynth

extension SoundFont {
  /// A font with the contents that `make` adds to a builder.
  package static func made(_ make: (inout SoundFontBuilder) -> Void) throws -> SoundFont {
    var builder = SoundFontBuilder(name: "made for a test")
    builder.version = .v2_04
    make(&builder)
    return try SoundFont(FileBytes(copying: builder.write(), name: "made for a test"))
  }
}

extension SoundFont.Generator {
  /// A volume envelope that is at full level on its first frame; by default, delay and attack take a millisecond each.
  package static let atOnce: [Self] = [.init(.delayVolEnv, -32_768), .init(.attackVolEnv, -32_768)]
}

extension SoundBank {
  /// A bank with the contents that `make` adds to a builder.
  package static func made(_ make: (inout SoundFontBuilder) -> Void) throws -> SoundBank {
    try SoundBank(SoundFont.made(make))
  }

  /// A bank in which each of these programs is a looped sine. Its samples are compressed, and decoded for one preset at a
  /// time.
  package static func compressed(programs: [UInt16]) throws -> SoundBank {
    let font = try SoundFont.made { bank in
      for program in programs {
        let wave = bank.add(.sine(points: 100 + Int(program)))
        let generators = [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce
        bank.addPreset(program: program, [.init(target: wave, generators: generators)])
      }
      bank = bank.asPlainOgg
    }
    return SoundBank(font, decoder: PlainOgg.Decoder())
  }

  /// A bank whose only sound is a single point of full level, heard on its note's own frame and on no other, at a
  /// sample rate and on the 128 keys.
  package static func click(sampleRate: Int) throws -> SoundBank {
    try made { bank in
      let point = bank.add(.init(name: "click", frames: [32_767], sampleRate: sampleRate))
      let generators = SoundFont.Generator.atOnce + [.init(.scaleTuning, 0)]
      bank.addPreset([.init(target: point, generators: generators)])
    }
  }

  /// A bank whose only sound is a looped sine of 100 points, full level after no time, with more generators.
  ///
  /// At 48,000 frames per second key 60 sounds at 480 Hz, as it is recorded.
  package static func sine(
    amplitude: Double = 32_000, bank number: UInt16 = 0, program: UInt16 = 0,
    _ generators: [SoundFont.Generator] = [], modulators: [SoundFont.Modulator] = []
  ) throws -> SoundBank {
    try made { bank in
      let wave = bank.add(.sine(amplitude: amplitude))
      bank.addPreset(
        bank: number, program: program,
        [
          .init(
            target: wave, generators: [.init(.sampleModes, 1)] + SoundFont.Generator.atOnce + generators,
            modulators: modulators)
        ])
    }
  }
}

extension SoundBank {
  /// A bank in which each of these programs is the same looped sine, whose release has no length. It is for tests of
  /// plug-ins for which the sound does not matter.
  package static func sines(programs: [UInt16]) -> SoundBank {
    do {
      return try made { bank in
        let wave = bank.add(.sine(amplitude: 12_000))
        for program in programs {
          bank.addPreset(
            program: program, [.init(target: wave, generators: [.init(.sampleModes, 1), .init(.releaseVolEnv, 0)])])
        }
      }
    } catch { preconditionFailure("\(error)") }
  }
}

extension SoundFontBuilder {
  /// Adds a preset with one instrument of these zones, which point to samples.
  package mutating func addPreset(
    bank: UInt16 = 0, program: UInt16 = 0, generators: [SoundFont.Generator] = [], _ zones: [Zone]
  ) {
    let instrument = add(Instrument(name: "instrument", zones: zones))
    add(
      Preset(
        name: "preset", bank: bank, program: program, zones: [.init(target: instrument, generators: generators)]))
  }
}

extension SoundFontBuilder.Sample {
  /// Whole periods of a sine, looped from beginning to end.
  package static func sine(
    amplitude: Double = 32_000, points: Int = 100, periods: Int = 1, sampleRate: Int = 48_000
  ) -> Self {
    let frames = (0..<points).map { point in
      Int16((amplitude * sine(turns: Double(point * periods) / Double(points))).rounded())
    }
    return .init(name: "sine", frames: frames, sampleRate: sampleRate, loop: 0..<points)
  }

  /// The sine of so many turns.
  private static func sine(turns: Double) -> Double { ExactMath.sin2Pi(turns) }
}
