import TactusDSP

extension BankMaker {
  /// Programs 104–111: ethnic instruments.
  func addWorldInstruments() {
    program(104, sitar())
    program(105, [plucked(banjo(), release: 0.2, cutoff: 9000)])
    program(106, [plucked(shamisen(), release: 0.2, cutoff: 8000)])
    program(107, [plucked(koto(), release: 0.8, cutoff: 8000)])
    program(108, [mallet(kalimba(), release: 0.5, cutoff: 18000, velocity: 3000)])
    program(109, bagpipe())
    program(110, fiddle())
    program(111, shanai())
  }

  private func plucked(_ set: SampleSet, release: Double, cutoff: Double) -> Layer {
    Layer(set) {
      $0.release = release
      $0.decayTracking = 35
      $0.dampen(from: cutoff, to: cutoff * 0.7, in: 2.6)
      $0.tracking = 0.3
      $0.velocityToCutoff = 1800
    }
  }

  /// A sitar, whose flat bridge makes the high frequencies return repeatedly after the stroke.
  private func sitar() -> [Layer] {
    let strings = set("Sitar", [45, 57, 69]) { key in
      var string = StringModel(key: key)
      string.stiffness = 0.00002
      string.position = 0.09
      string.slope = 0.1
      string.corner = 7000
      string.body = Formants(floor: 0.35, [.init(320, 200, -4), .init(1250, 600, -1), .init(3100, 1300, -2)])
      string.fall = 8 * ExactMath.exp2(Double(key - 48) / 24)
      string.length = 1.3
      string.damping = 0.0015
      string.numberDamping = 0.05
      string.beat = 0.3
      string.rise = 0.008
      string.irregularity = 0.5
      string.seed = 104
      string.attack = AttackNoise(-30, corner: 4500, treble: -8, seconds: 0.6)
      var wave = string.wave()
      wave.addTouch(0.3, hertz: 3800, q: 0.6, seconds: 0.012, seed: 104)
      return wave
    }
    let main = plucked(strings, release: 0.7, cutoff: 18000)
    // Sympathetic strings resonate quietly.
    return [
      main,
      main.with {
        $0.transpose = 12
        $0.attack = 0.25
        $0.level = -17
        $0.pan = 0.5
        $0.release = 1.6
      },
    ]
  }

  private func pluck(
    _ name: String, _ keys: [Int], seconds: Double, loop: Double, _ adjust: @escaping @Sendable (inout Pluck) -> Void,
    finish: @escaping @Sendable (inout Wave) -> Void
  ) -> SampleSet {
    set(name, keys) { key in
      var model = Pluck(key: key)
      model.seed = name.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }
      adjust(&model)
      var wave = model.wave(seconds: seconds, rate: 44100)
      finish(&wave)
      return wave.looped(from: loop, seconds: 0.1)
    }
  }

  private func banjo() -> SampleSet {
    pluck("Banjo", [50, 66], seconds: 1.2, loop: 1.0) {
      $0.decay = 12
      $0.damping = 0.12
      $0.position = 0.09
      $0.brightness = 4800
    } finish: { wave in
      wave.points = wave.points.filtered(
        .highPass(160, rate: wave.rate), .peak(650, q: 1.5, decibels: 6, rate: wave.rate),
        .peak(2900, q: 1.2, decibels: 5, rate: wave.rate))
      wave.addTouch(0.25, hertz: 1500, q: 0.8, seconds: 0.06, seed: 105)
      wave.add(AttackNoise(-32, corner: 2500, treble: -14, seconds: 0.6), seed: 105)
    }
  }

  private func shamisen() -> SampleSet {
    pluck("Shamisen", [50, 66], seconds: 1.0, loop: 0.8) {
      $0.decay = 16
      $0.damping = 0.05
      $0.position = 0.06
      $0.brightness = 2300
    } finish: { wave in
      wave.points = wave.points.filtered(
        .highPass(140, rate: wave.rate), .peak(1100, q: 1.2, decibels: 7, rate: wave.rate))
      wave.addTouch(0.35, hertz: 900, q: 0.7, seconds: 0.06, seed: 106)
      wave.add(AttackNoise(-42, corner: 2500, treble: -12, seconds: 0.5), seed: 106)
      wave.points = wave.normalized(1).points.driven(1.8)
    }
  }

  private func koto() -> SampleSet {
    pluck("Koto", [48, 66], seconds: 1.3, loop: 1.1) {
      $0.decay = 14
      $0.damping = 0.08
      $0.position = 0.07
      $0.brightness = 3300
    } finish: { wave in
      wave.points = wave.points.filtered(
        .peak(420, q: 1, decibels: 4, rate: wave.rate), .peak(2200, q: 1, decibels: 3, rate: wave.rate))
      wave.addTouch(0.22, hertz: 2600, q: 0.7, seconds: 0.04, seed: 107)
      wave.add(AttackNoise(-36, corner: 2500, treble: -14, seconds: 0.6), seed: 107)
    }
  }

  private func kalimba() -> SampleSet {
    set("Kalimba", [52, 64, 76]) { key in
      var wave = Modal.tuned(
        [
          Mode(1, 1, 1.3), Mode(6.27, 0.4, 0.28), Mode(2.0, 0.06, 0.6), Mode(3.05, 0.05, 0.4), Mode(17.5, 0.05, 0.05),
        ],
        key: key, rate: 44100, length: 0.55, loop: 0.1, rise: 0.0008, seed: 108,
        attack: AttackNoise(-34, corner: 3000, treble: -8, seconds: 0.3))
      wave.addTouch(0.3, hertz: 420, q: 1.2, seconds: 0.035, seed: 108)
      wave.addTouch(0.3, hertz: 5000, q: 0.5, seconds: 0.04, seed: 109)
      return wave
    }
  }

  private func bagpipe() -> [Layer] {
    let chanter = Layer(folkReeds()) {
      $0.attack = 0.02
      $0.release = 0.08
      $0.cutoff = 4600
    }
    return [
      chanter,
      chanter.with {
        $0.transpose = -12
        $0.tune = 3
        $0.level = -11
        $0.cutoff = 2600
        $0.pan = -0.3
      },
      chanter.with {
        $0.tune = -5
        $0.level = -7
        $0.pan = 0.3
        $0.start = 0.5
      },
    ]
  }

  private func fiddle() -> [Layer] {
    bowed(violin(), vibrato: 6, rate: 5.6, cutoff: 12000, attack: 0.09).map {
      $0.with {
        if $0.vibrato > 0 {
          $0.resonance = 2
          $0.sweepToPitch = -45
          $0.release = 0.16
        }
      }
    }
  }

  private func shanai() -> [Layer] {
    [
      Layer(folkReeds()) {
        $0.attack = 0.008
        $0.release = 0.12
        $0.cutoff = 3000
        $0.velocityToCutoff = 1600
        $0.vibrato = 14
        $0.vibratoRate = 5.6
        $0.vibratoDelay = 0.25
        $0.sweepToPitch = -60
        $0.sweepDecay = 0.12
      },
      breath(-50, cutoff: 4000, resonance: 2),
    ]
  }
}
