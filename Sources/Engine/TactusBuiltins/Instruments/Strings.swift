import TactusDSP

extension BankMaker {
  /// Programs 40–47: bowed strings, harp, timpani.
  func addStrings() {
    program(40, bowed(violin(), vibrato: 13, rate: 5.9, cutoff: 9500))
    program(41, bowed(viola(), vibrato: 12, rate: 5.5, cutoff: 9000))
    program(42, bowed(cello(), vibrato: 11, rate: 5.3, cutoff: 9000))
    program(43, bowed(contrabass(), vibrato: 7, rate: 4.8, cutoff: 8000))
    program(44, tremoloStrings())
    program(45, pizzicato())
    program(46, harp())
    program(47, timpani())
  }

  func bowed(_ set: SampleSet, vibrato: Int, rate: Double, cutoff: Double, attack: Double = 0.16) -> [Layer] {
    [
      Layer(set) {
        $0.attack = attack
        $0.release = 0.28
        $0.vibrato = vibrato
        $0.vibratoRate = rate
        $0.vibratoDelay = 0.28
        $0.tremoloRate = rate
        $0.tremoloDelay = 0.28
        $0.tremolo = 0.7
        $0.cutoff = cutoff
        $0.tracking = 0.25
        $0.velocityToCutoff = 1900
        $0.velocityToAttack = -1200
        $0.sweepToCutoff = -1600
        $0.sweepDecay = 0.3
        $0.sweepToPitch = -18
      },
      chiff(-25, cutoff: 5000, seconds: 0.7, resonance: 1),
    ]
  }

  /// A bowed string: a sawtooth's harmonics through the body's resonances, with the bow's noise.
  private func bowedStrings(
    _ name: String, _ keys: [Int], seed: Int, slope: Double, dark: Double, air: Double,
    _ body: [Formants.Peak]
  ) -> SampleSet {
    set(name, keys) { key in
      let box = Formants(floor: 0.28, body)
      return Tone(
        key, seed: seed,
        level: { n, hertz in
          box.level(hertz) * ExactMath.exp2(-slope * ExactMath.log2(n)) / (1 + hertz * hertz / (dark * dark))
        }
      ) {
        $0.spread = 4
        $0.steady = 0.93
        $0.air = air
        $0.airColour = { hertz in box.level(hertz) / (1 + hertz / 4000) }
      }.wave()
    }
  }

  func violin() -> SampleSet {
    bowedStrings(
      "Violin", [55, 64, 74, 86], seed: 40, slope: 0.5, dark: 7000, air: -23,
      [
        .init(280, 60, -2), .init(460, 90, 0), .init(570, 110, -1), .init(1100, 500, -8), .init(2600, 1500, -3),
        .init(3600, 1200, -8),
      ])
  }

  private func viola() -> SampleSet {
    bowedStrings(
      "Viola", [48, 58, 69], seed: 41, slope: 0.55, dark: 6000, air: -23,
      [.init(220, 60, -1), .init(370, 90, 0), .init(620, 200, -3), .init(1300, 500, -7), .init(2100, 1100, -7)])
  }

  func cello() -> SampleSet {
    bowedStrings(
      "Cello", [36, 45, 54, 65], seed: 42, slope: 0.6, dark: 5000, air: -23,
      [.init(105, 40, -1), .init(190, 60, 0), .init(310, 150, -3), .init(650, 300, -5), .init(1500, 900, -7)])
  }

  private func contrabass() -> SampleSet {
    bowedStrings(
      "Contrabass", [28, 37, 46], seed: 43, slope: 0.65, dark: 3500, air: -21,
      [.init(60, 30, -2), .init(110, 50, 0), .init(230, 120, -2), .init(500, 300, -5), .init(950, 600, -8)])
  }

  /// A section of violins, violas, cellos and basses.
  func stringSection() -> SampleSet {
    set("String Section", [36, 50, 63, 77]) { key in
      let box = Formants(
        floor: 0.35,
        [.init(280, 200, -4), .init(500, 260, -2), .init(1000, 700, -7), .init(2700, 1800, -5), .init(4200, 1600, -10)])
      return Tone(
        key, seed: 48,
        level: { n, hertz in
          box.level(hertz) * ExactMath.exp2(-0.8 * ExactMath.log2(n)) / (1 + hertz * hertz / (5000 * 5000))
        }
      ) {
        $0.length = 65536
        $0.spread = 9
        $0.steady = 0.2
        $0.air = -25
        $0.airColour = { hertz in hertz > 300 ? box.level(hertz) / (1 + hertz / 6000) : 0 }
      }.wave()
    }
  }

  private func tremoloStrings() -> [Layer] {
    let section = Layer(stringSection()) {
      $0.attack = 0.06
      $0.release = 0.3
      $0.tremoloRate = 11
      $0.tremolo = 6
      $0.cutoff = 9500
      $0.velocityToCutoff = 1800
    }
    // The two halves of the section play the tremolo at slightly different rates.
    let pair = section.widened(0.7)
    return [pair[0], pair[1].with { $0.tremoloRate = 12.1 }]
  }

  private func pizzicato() -> [Layer] {
    let strings = set("Pizzicato", [38, 50, 62, 76]) { key in
      var string = StringModel(key: key)
      string.length = 0.7
      string.loop = 0.15
      string.position = 0.2
      string.slope = 1.0
      string.corner = 1900 + 0.8 * Wave.frequency(key)
      string.body = Formants(
        floor: 0.6, [.init(200, 90, -2), .init(300, 120, -1), .init(480, 160, -3), .init(2500, 1800, -9)])
      string.fall = 42 * ExactMath.exp2(Double(key - 50) / 26)
      string.damping = 0.03
      string.slow = 0.6
      string.after = 0.15
      string.rise = 0.02
      string.seed = 45
      string.attack = AttackNoise(-27, corner: 900, treble: -24, seconds: 0.8)
      var wave = string.wave()
      wave.addTouch(0.2, hertz: 330, q: 1.2, seconds: 0.04, seed: 45)
      wave.addTouch(0.1, hertz: 2200, q: 0.6, seconds: 0.01, seed: 46)
      return wave
    }
    let base = Layer(strings) {
      $0.release = 0.35
      $0.decayTracking = 40
      $0.cutoff = 12000
      $0.velocityToCutoff = 2400
      $0.level = -3
      $0.reverb = 0.1
    }
    return [
      base.with {
        $0.choice = .below
        $0.pan = -0.4
        $0.tune = -3
      },
      base.with {
        $0.choice = .above
        $0.pan = 0.4
        $0.tune = 3
        $0.delay = 0.006
      },
    ]
  }

  private func harp() -> [Layer] {
    let strings = set("Harp", [34, 47, 60, 75]) { key in
      var string = StringModel(key: key)
      string.length = 1.5
      string.loop = 0.25
      string.ceiling = 12000
      string.position = 0.38
      string.slope = 1.25
      string.corner = 1700 + 1.2 * Wave.frequency(key)
      string.body = Formants(floor: 0.7, [.init(160, 100, -4), .init(330, 200, -5)])
      string.fall = 9 * ExactMath.exp2(Double(key - 45) / 20)
      string.damping = 0.01
      string.rise = 0.004
      string.seed = 46
      string.attack = AttackNoise(-42, corner: 1500, treble: -18, seconds: 0.5)
      var wave = string.wave()
      wave.addTouch(0.12, hertz: 900, q: 0.7, seconds: 0.02, seed: 47)
      return wave
    }
    return [
      Layer(strings) {
        $0.release = 1.6
        $0.decayTracking = 45
        $0.keyPan = 0.4
        $0.dampen(from: 14000, to: 3500, in: 3.5)
        $0.tracking = 0.4
        $0.velocityToCutoff = 3600
      }
    ]
  }

  func timpani() -> [Layer] {
    let drum = set("Timpani", [45]) { key in
      // The preferred modes of an air-loaded kettledrum. Their frequencies have ratios near 2 : 3 : 4 : 5, and the
      // lowest of them is the perceived pitch.
      let modes = [
        Mode(1, 1, 3.2), Mode(1.504, 0.72, 2.6), Mode(1.99, 0.5, 2), Mode(2.44, 0.34, 1.7), Mode(2.89, 0.25, 1.3),
        Mode(0.85, 0.45, 0.25), Mode(1.72, 0.3, 0.3), Mode(3.4, 0.2, 0.7), Mode(4.4, 0.15, 0.5), Mode(1.003, 0.3, 2.4),
        Mode(1.51, 0.25, 2), Mode(2.01, 0.2, 1.6), Mode(3.9, 0.15, 0.5), Mode(5.1, 0.12, 0.4), Mode(5.9, 0.1, 0.3),
        Mode(6.8, 0.08, 0.3), Mode(8.1, 0.06, 0.25),
      ]
      var wave = Modal.tuned(
        modes, key: key, rate: 44100, length: 1.5, loop: 0.5, rise: 0.002, seed: 47,
        attack: AttackNoise(-19, corner: 1500, treble: -16, seconds: 3))
      wave.addTouch(0.5, hertz: 95, q: 0.8, seconds: 0.12, seed: 47)
      wave.addTouch(0.4, hertz: 900, q: 0.4, seconds: 0.15, seed: 48)
      return wave
    }
    return [
      Layer(drum) {
        $0.release = 1.6
        $0.cutoff = 12000
        $0.velocityToCutoff = 4800
        $0.reverb = 0.15
      }
    ]
  }
}
