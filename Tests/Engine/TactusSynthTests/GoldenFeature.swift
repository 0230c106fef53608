import TestSupport

/// One feature that a random case may have: a sample, a generator, a controller.
///
/// A case is a set of features and a seed; each feature draws its numbers from the seed and its own name, so that
/// leaving others out does not change it. That makes it possible to find the few that matter in a case that fails.
struct GoldenFeature: Sendable {
  let name: String
  let apply: @Sendable (inout GoldenCase, inout SeededGenerator) -> Void

  init(_ name: String, _ apply: @escaping @Sendable (inout GoldenCase, inout SeededGenerator) -> Void) {
    self.name = name
    self.apply = apply
  }

  /// A generator of the instrument's zone, in a range.
  init(_ generator: Golden.Generator, _ range: ClosedRange<Int>) {
    self.init("\(generator)") { $0.generators[generator] = Int.random(in: range, using: &$1) }
  }

  private func generator(seed: UInt64) -> SeededGenerator {
    SeededGenerator(seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// A case with features.
  static func make(_ features: [GoldenFeature], seed: UInt64) -> GoldenCase {
    var made = GoldenCase()
    for feature in features {
      var random = feature.generator(seed: seed)
      feature.apply(&made, &random)
    }
    return made
  }

  /// The smallest set of features found that still differs by more than `limit` decibels.
  static func reduce(_ features: [GoldenFeature], seed: UInt64, limit: Double) throws -> [GoldenFeature] {
    var rest = features
    var index = 0
    while index < rest.count {
      var fewer = rest
      fewer.remove(at: index)
      if try make(fewer, seed: seed).compare().peakLevel > limit { rest = fewer } else { index += 1 }
    }
    return rest
  }
}

extension GoldenFeature {
  /// Features that are static while a note sounds.
  static let steady: [GoldenFeature] = [
    // Samples come first: they replace the bank's.
    .init("saw") { c, r in c.bank.samples[0] = .saw(period: Int.random(in: 20...200, using: &r)) },
    .init("noise") { c, r in c.bank.samples[0] = .noise(seed: r.next()) },
    .init("fading") { c, r in
      c.bank.samples[0] = .fading()
      c.generators[.sampleModes] = 0
    },
    .init("24 bits") { c, r in
      c.bank.samples[0].lowBytes = c.bank.samples[0].points.map { _ in UInt8.random(in: 0...255, using: &r) }
    },
    .init("sample rate") { c, r in c.bank.samples[0].rate = Int.random(in: 8_000...96_000, using: &r) },
    .init("output rate") { c, r in c.rate = [44_100, 96_000, 22_050, 32_000].randomElement(using: &r) ?? 44_100 },
    .init("root") { c, r in c.bank.samples[0].rootKey = Int.random(in: 40...80, using: &r) },
    .init("correction") { c, r in c.bank.samples[0].correction = Int.random(in: -99...99, using: &r) },
    .init("played key") { c, r in c.key = Int.random(in: 36...84, using: &r) },
    .init("played velocity") { c, r in c.velocity = Int.random(in: 1...127, using: &r) },
    .init("note frame") { c, r in c.noteFrame = Int.random(in: 0...300, using: &r) },
    .init("note off") { c, r in c.length = Int.random(in: 0...c.frameCount / 2, using: &r) },
    .init("pedal") { c, r in
      let down = c.noteFrame + Int.random(in: 0...c.frameCount / 4, using: &r)
      c.events.append(.init(down, .controller(64, value: 127)))
      c.events.append(.init(down + Int.random(in: 0...c.frameCount / 2, using: &r), .controller(64, value: 0)))
    },
    .init("linear") { c, _ in c.interpolation = .linear },
    .init(.pan, -600...600), .init(.attenuation, 0...600), .init(.coarseTune, -12...12), .init(.fineTune, -99...99),
    .init(.scaleTuning, 0...200), .init(.rootKey, 48...72), .init(.key, 40...80), .init(.velocity, 1...127),
    .init(.filterCutoff, 1_500...13_500), .init(.filterQ, 0...300),
    .init(.volEnvDelay, -12_000 ... -5_000), .init(.volEnvAttack, -12_000 ... -3_000),
    .init(.volEnvHold, -12_000 ... -4_000), .init(.volEnvSustain, 0...1_440),
    .init("decay") { c, r in
      c.generators[.volEnvDecay] = Int.random(in: -10_000...1_000, using: &r)
      c.generators[.volEnvSustain] = Int.random(in: 0...1_440, using: &r)
    },
    .init("release") { c, r in
      c.generators[.volEnvRelease] = Int.random(in: -10_000...1_000, using: &r)
      c.length = Int.random(in: 0...c.frameCount / 2, using: &r)
    },
    .init(.keyToVolEnvHold, -100...100), .init(.keyToVolEnvDecay, -100...100),
    .init("instant") { c, _ in
      c.generators.merge([.volEnvDelay: -32_768, .volEnvAttack: -32_768, .volEnvHold: -32_768]) { $1 }
    },
    .init("loop mode") { c, r in c.generators[.sampleModes] = Int.random(in: 0...3, using: &r) },
    .init("short loop") { c, r in
      guard let loop = c.bank.samples[0].loop else { return }
      let end = loop.upperBound
      c.bank.samples[0].loop = end - Int.random(in: 1...20, using: &r)..<end
    },
    .init("addresses") { c, r in
      // The loop stays valid; the start may be before, in or after it.
      guard let loop = c.bank.samples[0].loop else { return }
      c.generators[.startOffset] = Int.random(in: 0...loop.upperBound + 20, using: &r)
      c.generators[.loopStartOffset] = Int.random(in: 0..<loop.count, using: &r) / 2
      c.generators[.loopEndOffset] = Int.random(in: -(loop.count - 1) / 2...15, using: &r)
    },
    .init("controllers before") { c, r in
      for number in [7, 10, 11] {
        c.events.append(.init(0, .controller(number, value: Int.random(in: 0...127, using: &r))))
      }
    },
    .init("wheel before") { c, r in c.events.append(.init(0, .pitchBend(Int.random(in: 0...16_383, using: &r)))) },
    .init("parameters before") { c, r in
      for number in 0...1 {
        let high = number == 0 ? Int.random(in: 0...24, using: &r) : Int.random(in: 0...127, using: &r)
        let low = Int.random(in: 0...(number == 0 ? 99 : 127), using: &r)
        c.events.append(.init(0, .parameter(number, high: high, low: low)))
      }
      c.events.append(.init(0, .parameter(2, high: Int.random(in: 52...76, using: &r), low: 0)))
    },
    .init("preset adds") { c, r in
      c.bank.presets[0].zones[0].generators = [
        .attenuation: Int.random(in: -100...200, using: &r), .pan: Int.random(in: -300...300, using: &r),
        .filterCutoff: Int.random(in: -6_000...0, using: &r), .volEnvAttack: Int.random(in: 0...5_000, using: &r),
        .fineTune: Int.random(in: -50...50, using: &r), .volEnvSustain: Int.random(in: 0...300, using: &r),
      ]
    },
    .init("latched modulators") { c, r in
      let targets: [Golden.Generator] = [
        .filterCutoff, .volEnvAttack, .volEnvDecay, .pan, .attenuation, .fineTune, .coarseTune, .volEnvSustain,
      ]
      for _ in 0..<3 {
        let bits = (Bool.random(using: &r) ? 2 : 3) | UInt16.random(in: 0..<16, using: &r) << 8
        let target = targets[Int.random(in: targets.indices, using: &r)]
        let most = target == .coarseTune ? 12 : target == .fineTune ? 1_200 : 2_400
        c.modulators.append(
          Golden.Modulator(
            source: bits, to: target, amount: Int.random(in: -most...most, using: &r),
            amountSource: Bool.random(using: &r) ? 0 : 3, transform: Bool.random(using: &r) ? 0 : 2))
      }
    },
    .init("linked modulators") { c, r in
      let first = UInt16(c.modulators.count)
      c.modulators.append(.init(source: 0x0002, destination: 0x8001 + first, amount: Int.random(in: -8...8, using: &r)))
      c.modulators.append(.init(source: 0x007F, to: .filterCutoff, amount: Int.random(in: -500...500, using: &r)))
    },
    .init("more notes") { c, r in
      for _ in 0..<6 {
        let key = Int.random(in: 55...65, using: &r)
        let frame = Int.random(in: 0..<c.frameCount, using: &r)
        c.events.append(.init(frame, .noteOn(key: key, velocity: Int.random(in: 0...127, using: &r))))
        c.events.append(.init(frame + Int.random(in: 0...4_000, using: &r), .noteOff(key: key)))
      }
    },
    .init("second zone") { c, r in
      var zone = c.bank.instruments[0][0]
      zone.generators[.pan] = Int.random(in: -500...500, using: &r)
      zone.generators[.fineTune] = Int.random(in: -99...99, using: &r)
      c.bank.instruments[0].append(zone)
    },
  ]

  /// Features that change while a note sounds.
  static let moving: [GoldenFeature] = [
    .init("vibrato") { c, r in
      c.generators[.vibLFOToPitch] = Int.random(in: -1_200...1_200, using: &r)
      c.generators[.vibLFOFrequency] = Int.random(in: -3_000...1_500, using: &r)
      c.generators[.vibLFODelay] = Int.random(in: -12_000 ... -3_000, using: &r)
    },
    .init(.modLFOFrequency, -3_000...1_500), .init(.modLFODelay, -12_000 ... -3_000),
    .init(.modLFOToPitch, -1_200...1_200), .init(.modLFOToFilter, -6_000...6_000), .init(.modLFOToVolume, -200...200),
    .init(.modEnvToPitch, -2_400...2_400), .init(.modEnvToFilter, -12_000...12_000),
    .init(.modEnvDelay, -12_000 ... -4_000), .init(.modEnvAttack, -12_000 ... -2_000),
    .init(.modEnvHold, -12_000 ... -4_000), .init(.modEnvDecay, -8_000...1_000), .init(.modEnvSustain, 0...1_000),
    .init(.modEnvRelease, -8_000...1_000), .init(.keyToModEnvHold, -100...100), .init(.keyToModEnvDecay, -100...100),
    .init("volume moves") { c, r in c.move(7, &r) }, .init("pan moves") { c, r in c.move(10, &r) },
    .init("expression moves") { c, r in c.move(11, &r) }, .init("mod wheel moves") { c, r in c.move(1, &r) },
    .init("wheel moves") { c, r in c.move(&r) { .pitchBend(Int.random(in: 0...16_383, using: &$0)) } },
    .init("pressure moves") { c, r in c.move(&r) { .channelPressure(Int.random(in: 0...127, using: &$0)) } },
    .init("low bytes move") { c, r in
      for number in [33, 39, 42, 43] { c.move(number, &r) }
      c.move(1, &r)
      c.move(10, &r)
    },
    .init("modulation depth moves") { c, r in
      c.events.append(.init(0, .controller(1, value: Int.random(in: 1...127, using: &r))))
      c.move(&r) { .parameter(5, high: Int.random(in: 0...12, using: &$0), low: Int.random(in: 0...127, using: &$0)) }
    },
    .init("cutoff moves") { c, r in
      c.modulators.append(.init(source: 0x0082, to: .filterCutoff, amount: Int.random(in: -9_000...0, using: &r)))
      c.move(2, &r)
    },
    .init("release moves") { c, r in
      c.modulators.append(.init(source: 0x0083, to: .volEnvRelease, amount: Int.random(in: -2_000...8_000, using: &r)))
      c.move(3, &r)
    },
  ]
}

extension GoldenCase {
  /// A few values of one controller while the note sounds.
  fileprivate mutating func move(_ controller: Int, _ random: inout SeededGenerator) {
    move(&random) { .controller(controller, value: Int.random(in: 0...127, using: &$0)) }
  }

  fileprivate mutating func move(_ random: inout SeededGenerator, _ event: (inout SeededGenerator) -> Golden.Event) {
    for _ in 0..<4 { events.append(.init(Int.random(in: 0..<frameCount, using: &random), event(&random))) }
  }
}
