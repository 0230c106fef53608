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

  func nylonStrings() -> SampleSet {
    set("Nylon Guitar", [40, 49, 57, 65, 75], nylonString)
  }

  func nylonGuitar() -> [Layer] {
    [
      Layer(nylonStrings()) {
        $0.release = 0.45
        $0.decayTracking = 40
        $0.dampen(from: 5000, to: 1100, in: 2.6)
        $0.tracking = 0.35
        $0.velocityToCutoff = 5400
      }
    ]
  }

  private func steelStrings() -> SampleSet {
    set("Steel Guitar", [40, 47, 54, 61, 68, 77], steelString)
  }

  /// A steel-string guitar, which plays the samples of two neighboring root keys at a time, one left and one right.
  private func steelGuitar() -> [Layer] {
    let base = Layer(steelStrings()) {
      $0.release = 0.45
      $0.decayTracking = 40
      $0.dampen(from: 8000, to: 1800, in: 3.2)
      $0.tracking = 0.3
      $0.velocityToCutoff = 5000
      $0.level = -3
    }
    return [
      base.with {
        $0.choice = .below
        $0.pan = -0.3
      },
      base.with {
        $0.choice = .above
        $0.pan = 0.3
      },
    ]
  }

  func electricStrings() -> SampleSet {
    set("Electric Guitar", [40, 50, 60, 71], electricString)
  }

  private func jazzGuitar() -> [Layer] {
    [
      Layer(electricStrings()) {
        $0.release = 0.25
        $0.decayTracking = 40
        $0.dampen(from: 2200, to: 900, in: 2.2)
        $0.tracking = 0.4
        $0.resonance = 1
        $0.velocityToCutoff = 2400
      },
      thumb(-16),
    ]
  }

  private func cleanGuitar() -> [Layer] {
    let base = Layer(electricStrings()) {
      $0.release = 0.3
      $0.decayTracking = 40
      $0.dampen(from: 8000, to: 2400, in: 3.5)
      $0.resonance = 3
      $0.velocityToCutoff = 3600
      $0.chorus = 0.2
      $0.level = -3
    }
    return [
      base.with {
        $0.choice = .below
        $0.pan = -0.3
      },
      base.with {
        $0.choice = .above
        $0.pan = 0.3
      },
    ]
  }

  private func mutedGuitar() -> [Layer] {
    [
      Layer(electricStrings()) {
        $0.release = 0.08
        $0.decay = 0.85
        $0.sustain = 100
        $0.cutoff = 700
        $0.tracking = 0.4
        $0.velocityToCutoff = 2400
        $0.sweepToCutoff = 2600
        $0.sweepDecay = 0.09
        $0.resonance = 2
      },
      thumb(-9),
    ]
  }

  /// The dull thud of the hand or thumb on the strings.
  private func thumb(_ level: Double) -> Layer {
    let thud = sound("String Thud") {
      var wave = Wave(points: [Float](repeating: 0, count: 2400), rate: 24000, key: 60, loop: nil)
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
      $0.evened = false
    }
  }

  private func overdriven() -> SampleSet {
    set("Overdriven Guitar", [40, 51, 62, 74]) { drivenString($0, gain: 5, bias: 0.3, cabinet: 5200, seed: 29) }
  }

  func distorted() -> SampleSet {
    set("Distorted Guitar", [38, 50, 62, 74]) { drivenString($0, gain: 40, bias: 0.12, cabinet: 6200, seed: 30) }
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
        [Mode(4, 1, 3.2), Mode(8, 0.4, 1.6), Mode(12, 0.22, 0.9), Mode(16, 0.1, 0.5), Mode(1, 0.02, 2)], key: key,
        rate: 28000, length: 0.35, loop: 0.1, rise: 0.001, seed: 31)
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

private func nylonString(_ key: Int) -> Wave {
  var string = StringModel(key: key)
  string.rate = 26000
  string.length = 0.44
  string.loop = 0.1
  string.ceiling = 8000
  string.stiffness = 0.00003
  string.position = 0.19
  string.slope = 0.75
  string.corner = 2300 + 0.9 * Wave.frequency(key)
  string.body = Formants(
    floor: 0.6, [.init(105, 50, -2), .init(210, 80, -1), .init(420, 250, -6), .init(1900, 1200, -10)])
  string.fall = 13 * ExactMath.exp2(Double(key - 45) / 24)
  string.damping = 0.013
  string.slow = 0.5
  string.rise = 0.0012
  string.seed = 24
  var wave = string.wave()
  wave.addTouch(0.16, hertz: 240, q: 1.5, seconds: 0.05, seed: 24)
  wave.addTouch(0.12, hertz: 1900, q: 0.6, seconds: 0.012, seed: 25)
  return wave
}

private func steelString(_ key: Int) -> Wave {
  var string = StringModel(key: key)
  string.rate = 30000
  string.length = 0.46
  string.loop = 0.1
  string.ceiling = 12000
  string.stiffness = 0.00007
  string.position = 0.14
  string.slope = 0.75
  string.corner = 3200 + 0.6 * Wave.frequency(key)
  string.body = Formants(
    floor: 0.65, [.init(110, 60, -3), .init(220, 110, -2), .init(480, 300, -7), .init(2800, 2200, -6)])
  string.fall = 8.5 * ExactMath.exp2(Double(key - 45) / 24)
  string.damping = 0.0062
  string.slow = 0.5
  string.rise = 0.0005
  string.irregularity = 0.4
  string.seed = 25
  var wave = string.wave()
  wave.addTouch(0.20, hertz: 4200, q: 0.6, seconds: 0.012, seed: 26)
  wave.addTouch(0.08, hertz: 260, q: 1.2, seconds: 0.05, seed: 27)
  return wave
}

private func electricString(_ key: Int) -> Wave {
  var string = StringModel(key: key)
  string.rate = 26000
  string.length = 0.44
  string.loop = 0.1
  string.ceiling = 9000
  string.stiffness = 0.00006
  string.position = 0.12
  string.pickup = 0.23
  string.slope = 0.3
  string.corner = 4200
  string.fall = 7 * ExactMath.exp2(Double(key - 45) / 26)
  string.damping = 0.006
  string.slow = 0.6
  string.rise = 0.0006
  string.beat = 0.15
  string.seed = 27
  var wave = string.wave()
  wave.addTouch(0.12, hertz: 2400, q: 0.6, seconds: 0.012, seed: 28)
  return wave
}

/// A plucked string through an overdriven amplifier and a loudspeaker cabinet.
func drivenString(_ key: Int, gain: Double, bias: Double, cabinet: Double, seed: Int) -> Wave {
  var pluck = Pluck(key: key)
  pluck.decay = 9
  pluck.damping = 0.16
  pluck.position = 0.14
  pluck.brightness = 3500
  pluck.seed = seed
  var wave = pluck.wave(seconds: 0.5, rate: 30000).normalized(1)
  wave.points = wave.points.filtered(.highPass(160, rate: wave.rate), .peak(900, q: 0.7, decibels: 5, rate: wave.rate))
  wave.points = wave.points.driven(gain, bias: bias)
  wave.points = wave.points.filtered(
    .highPass(85, rate: wave.rate), .peak(2700, q: 1.0, decibels: 9, rate: wave.rate),
    .peak(420, q: 1, decibels: -3, rate: wave.rate), .lowPass(cabinet, q: 0.9, rate: wave.rate),
    .lowPass(cabinet * 1.15, q: 0.6, rate: wave.rate))
  wave = wave.looped(from: 0.36, seconds: 0.06)
  wave.fall = min(wave.fall, 6)
  return wave
}
