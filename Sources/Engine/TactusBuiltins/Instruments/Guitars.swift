import TactusDSP

extension BankMaker {
  /// Programs 24–31: guitars.
  func addGuitars() {
    program(24, nylonGuitar())
    program(25, steelGuitar())
    program(26, jazzGuitar())
    program(27, cleanGuitar())
    program(28, mutedGuitar())
    program(29, drivenGuitar(overdriven(), cutoff: 7500))
    program(30, drivenGuitar(distorted(), cutoff: 9500))
    program(31, guitarHarmonics())
  }

  func nylonStrings() -> Dynamics {
    dynamics("Nylon Guitar", [40, 49, 58, 69], soft: [45, 64], nylonString)
  }

  func nylonGuitar() -> [Layer] {
    Layer(nylonStrings()) {
      $0.release = 0.45
      $0.decayTracking = 40
      $0.dampen(from: 9000, to: 3400, in: 2.6)
      $0.tracking = 0.35
      $0.velocityToCutoff = 3000
    }.voiced(nylonStrings())
  }

  private func steelStrings() -> Dynamics {
    dynamics("Steel Guitar", [40, 48, 56, 64, 74], soft: [43, 60], steelString)
  }

  /// A steel-string guitar, which plays the samples of two neighboring root keys at a time, one left and one right.
  private func steelGuitar() -> [Layer] {
    let base = Layer(steelStrings()) {
      $0.release = 0.45
      $0.decayTracking = 40
      $0.dampen(from: 19000, to: 3200, in: 3.2)
      $0.tracking = 0.3
      $0.velocityToCutoff = 2200
      $0.level = -3
    }
    let sides = [
      base.with {
        $0.choice = .below
        $0.pan = -0.3
      },
      base.with {
        $0.choice = .above
        $0.pan = 0.3
      },
    ]
    return sides.flatMap { $0.voiced(steelStrings()) }
  }

  func electricStrings() -> Dynamics {
    dynamics("Electric Guitar", [40, 50, 60, 71], soft: [44, 62], electricString)
  }

  private func jazzGuitar() -> [Layer] {
    Layer(electricStrings()) {
      $0.release = 0.25
      $0.decayTracking = 40
      $0.dampen(from: 2200, to: 900, in: 2.2)
      $0.tracking = 0.4
      $0.resonance = 1
      $0.velocityToCutoff = 1800
    }.voiced(electricStrings()) + [thumb(-22)]
  }

  private func cleanGuitar() -> [Layer] {
    let base = Layer(electricStrings()) {
      $0.release = 0.3
      $0.decayTracking = 40
      $0.dampen(from: 8000, to: 2400, in: 3.5)
      $0.resonance = 3
      $0.velocityToCutoff = 1800
      $0.chorus = 0.2
      $0.level = -3
    }
    let sides = [
      base.with {
        $0.choice = .below
        $0.pan = -0.3
      },
      base.with {
        $0.choice = .above
        $0.pan = 0.3
      },
    ]
    return sides.flatMap { $0.voiced(electricStrings()) }
  }

  private func mutedGuitar() -> [Layer] {
    [
      Layer(electricStrings()) {
        $0.release = 0.34
        $0.decay = 2.6
        $0.sustain = 100
        $0.cutoff = 700
        $0.tracking = 0.4
        $0.velocityToCutoff = 1200
        $0.sweepToCutoff = 2600
        $0.sweepDecay = 0.12
        $0.resonance = 2
      },
      thumb(-9),
    ]
  }

  /// The dull thud of the hand or thumb on the strings.
  private func thumb(_ level: Double) -> Layer {
    let thud = sound("String Thud") {
      var wave = Wave(points: [Float](repeating: 0, count: 4410), rate: 44100, key: 60, loop: nil)
      wave.points[0] = 1
      wave.addTouch(1, hertz: 190, q: 1.2, seconds: 0.06, seed: 28)
      wave.addTouch(0.4, hertz: 900, q: 0.8, seconds: 0.015, seed: 29)
      wave.points[0] = 0
      wave.fadeOut(0.02)
      return wave
    }
    return Layer(thud) {
      $0.scale = 25
      $0.level = level
      $0.cutoff = 1500
      $0.evened = false
    }
  }

  private func overdriven() -> SampleSet {
    set("Overdriven Guitar", [40, 54, 69]) { drivenString($0, gain: 9, bias: 0.3, cabinet: 7000, seed: 29) }
  }

  func distorted() -> SampleSet {
    set("Distorted Guitar", [38, 53, 68]) { drivenString($0, gain: 40, bias: 0.12, cabinet: 7200, seed: 30) }
  }

  private func drivenGuitar(_ set: SampleSet, cutoff: Double) -> [Layer] {
    let base = Layer(set) {
      $0.release = 0.12
      $0.cutoff = cutoff
      $0.velocityToCutoff = 1200
      $0.vibratoDelay = 0.7
      $0.vibrato = 6
      $0.level = -3
    }
    return [
      base.with {
        $0.pan = -0.35
        $0.tune = -3
      },
      base.with {
        $0.pan = 0.35
        $0.tune = 4
        $0.choice = .above
      },
    ]
  }

  private func guitarHarmonics() -> [Layer] {
    let flageolet = set("Flageolet", [42, 60]) { key in
      var wave = Modal.tuned(
        [
          Mode(4, 1, 9), Mode(8, 0.4, 6), Mode(12, 0.25, 4.5), Mode(16, 0.16, 3.5), Mode(1, 0.05, 6),
          Mode(20, 0.08, 2.5), Mode(24, 0.06, 2),
        ], key: key,
        rate: 44100, length: 1.0, loop: 0.15, rise: 0.02, seed: 31,
        attack: AttackNoise(-32, corner: 3000, treble: -10, seconds: 0.6))
      wave.addTouch(0.22, hertz: 1900, q: 0.7, seconds: 0.012, seed: 31)
      return wave
    }
    return [
      Layer(flageolet) {
        $0.release = 0.5
        $0.decayTracking = 30
        $0.cutoff = 9000
        $0.velocityToCutoff = 2400
      }
    ]
  }
}

private func nylonString(_ key: Int, hard: Bool) -> Wave {
  var string = StringModel(key: key)
  string.ceiling = 12000
  string.stiffness = 0.00003
  string.position = 0.19
  string.slope = 0.75
  string.corner = (2300 + 0.9 * Wave.frequency(key)) * (hard ? 1.2 : 0.8)
  string.body = Formants(
    floor: 0.6, [.init(105, 50, -2), .init(210, 80, -1), .init(420, 250, -6), .init(1900, 1200, -10)])
  string.fall = 13 * ExactMath.exp2(Double(key - 45) / 24)
  string.damping = 0.013
  string.slow = 0.5
  string.rise = 0.004
  string.seed = 24
  string.attack = AttackNoise(hard ? -36 : -42, corner: 1200, treble: -22, seconds: 0.5)
  var wave = string.wave()
  wave.addTouch(0.16, hertz: 240, q: 1.5, seconds: 0.05, seed: 24)
  wave.addTouch(0.12, hertz: 1900, q: 0.6, seconds: 0.012, seed: 25)
  return wave
}

private func steelString(_ key: Int, hard: Bool) -> Wave {
  var string = StringModel(key: key)
  string.stiffness = 0.00007
  string.position = 0.14
  string.slope = 0.75
  string.corner = (5600 + 0.6 * Wave.frequency(key)) * (hard ? 1.2 : 0.85)
  string.body = Formants(
    floor: 0.65, [.init(110, 60, -3), .init(220, 110, -2), .init(480, 300, -7), .init(2800, 2200, -6)])
  string.fall = 8.5 * ExactMath.exp2(Double(key - 45) / 24)
  string.damping = 0.007
  string.slow = 0.5
  string.rise = 0.003
  string.irregularity = 0.4
  string.seed = 25
  string.attack = AttackNoise(hard ? -31 : -36, corner: 3000, treble: -10, seconds: 0.45)
  var wave = string.wave()
  wave.addTouch(0.20, hertz: 4200, q: 0.6, seconds: 0.012, seed: 26)
  wave.addTouch(0.08, hertz: 260, q: 1.2, seconds: 0.05, seed: 27)
  return wave
}

private func electricString(_ key: Int, hard: Bool) -> Wave {
  var string = StringModel(key: key)
  string.stiffness = 0.00006
  string.position = 0.12
  string.pickup = 0.23
  string.slope = 0.3
  string.corner = hard ? 4800 : 3400
  string.fall = 7 * ExactMath.exp2(Double(key - 45) / 26)
  string.damping = 0.006
  string.slow = 0.6
  string.rise = 0.003
  string.length = 1.2
  string.rate = 40000
  string.beat = 0.15
  string.seed = 27
  string.attack = AttackNoise(hard ? -44 : -49, corner: 2000, treble: -20, seconds: 0.4)
  var wave = string.wave()
  wave.addTouch(0.12, hertz: 2400, q: 0.6, seconds: 0.012, seed: 28)
  return wave
}

/// A plucked string through an overdriven amplifier and a loudspeaker cabinet.
func drivenString(_ key: Int, gain: Double, bias: Double, cabinet: Double, seed: Int) -> Wave {
  var pluck = Pluck(key: key)
  pluck.decay = 4
  pluck.damping = 0.1
  pluck.position = 0.14
  pluck.brightness = 5000
  pluck.seed = seed
  var wave = pluck.wave(seconds: 1.25, rate: 44100).normalized(1)
  wave.points = wave.points.filtered(.highPass(160, rate: wave.rate), .peak(900, q: 0.7, decibels: 5, rate: wave.rate))
  wave.points = wave.points.driven(gain, bias: bias)
  wave.points = wave.points.filtered(
    .highPass(85, rate: wave.rate), .peak(2700, q: 1.0, decibels: 9, rate: wave.rate),
    .peak(420, q: 1, decibels: -3, rate: wave.rate), .lowPass(cabinet, q: 0.9, rate: wave.rate),
    .lowPass(cabinet * 1.15, q: 0.6, rate: wave.rate))
  wave = wave.looped(from: 1.0, seconds: 0.2)
  wave.fall = min(wave.fall, 2)
  wave.points = wave.points.shaped(rate: wave.rate) { t in min(1, 0.45 + t * 8) }
  wave.add(AttackNoise(-32, corner: 3500, treble: -10, seconds: 0.6), seed: seed)
  wave.closeLoop()
  return wave
}
