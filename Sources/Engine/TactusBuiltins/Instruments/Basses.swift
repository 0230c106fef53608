import TactusDSP

extension BankMaker {
  /// Programs 32–39: basses.
  func addBasses() {
    program(32, [bass(uprightStrings(), cutoff: 4500, velocity: 2400, release: 0.22)])
    program(33, [bass(electricBassStrings(), cutoff: 1900, velocity: 1600, release: 0.14)])
    program(34, pickBass())
    program(35, fretlessBass())
    program(36, [bass(slapStrings(), cutoff: 14000, velocity: 2800, release: 0.12)])
    program(37, popBass())
    program(38, synthBass())
    program(39, rubberBass())
  }

  private func bass(_ set: SampleSet, cutoff: Double, velocity: Int, release: Double) -> Layer {
    Layer(set) {
      $0.release = release
      $0.decayTracking = 30
      $0.dampen(from: cutoff, to: cutoff * 0.3, in: 2.2)
      $0.tracking = 0.3
      $0.velocityToCutoff = velocity
    }
  }

  private func uprightStrings() -> SampleSet {
    set("Upright Bass", [28, 38, 50]) { key in
      var string = Self.bassString(key, seed: 32)
      string.position = 0.2
      string.slope = 0.75
      string.corner = 620
      string.fall = 12 * ExactMath.exp2(Double(key - 30) / 24)
      string.damping = 0.02
      string.rise = 0.006
      string.attack = AttackNoise(-36, corner: 600, treble: -28, seconds: 0.6)
      string.body = Formants(
        floor: 0.7, [.init(62, 40, -2), .init(105, 50, -1), .init(220, 150, -5), .init(700, 600, -8)])
      var wave = string.wave()
      wave.addTouch(0.16, hertz: 130, q: 1.3, seconds: 0.08, seed: 32)
      wave.addTouch(0.09, hertz: 1300, q: 0.6, seconds: 0.02, seed: 33)
      return wave
    }
  }

  private func electricBassStrings() -> SampleSet {
    set("Electric Bass", [28, 38, 50]) { key in
      var string = Self.bassString(key, seed: 33)
      string.position = 0.14
      string.pickup = 0.21
      string.slope = 0.5
      string.corner = 1500
      string.fall = 7 * ExactMath.exp2(Double(key - 30) / 26)
      string.damping = 0.011
      string.rise = 0.003
      var wave = string.wave()
      wave.addTouch(0.10, hertz: 1700, q: 0.6, seconds: 0.012, seed: 34)
      return wave
    }
  }

  private func slapStrings() -> SampleSet {
    set("Slap Bass", [28, 38, 50]) { key in
      var string = Self.bassString(key, seed: 36)
      string.position = 0.3
      string.pickup = 0.12
      string.slope = 0.3
      string.corner = 4500
      string.rate = 44100
      string.ceiling = 14000
      string.fall = 8 * ExactMath.exp2(Double(key - 30) / 26)
      string.damping = 0.022
      string.rise = 0.001
      string.attack = AttackNoise(-26, corner: 3500, treble: -8, seconds: 0.5)
      var wave = string.wave()
      wave.addTouch(0.4, hertz: 2600, q: 0.7, seconds: 0.02, seed: 36)
      wave.addTouch(0.25, hertz: 110, q: 1, seconds: 0.05, seed: 37)
      return wave
    }
  }

  private static func bassString(_ key: Int, seed: Int) -> StringModel {
    var string = StringModel(key: key)
    string.rate = 32000
    string.length = 1.1
    string.ceiling = 9000
    string.stiffness = 0.00012
    string.slow = 0.5
    string.beat = 0.12
    string.irregularity = 0.2
    string.seed = seed
    string.attack = AttackNoise(-42, corner: 700, treble: -26, seconds: 0.4)
    return string
  }

  private func pickBass() -> [Layer] {
    [
      bass(electricBassStrings(), cutoff: 4200, velocity: 2400, release: 0.12).with { $0.resonance = 2 },
      Layer(keyTick()) {
        $0.level = -20
        $0.cutoff = 5000
        $0.scale = 10
        $0.evened = false
        $0.velocityToLevel = 400
      },
    ]
  }

  /// The tick of a plectrum on a string.
  private func keyTick() -> SampleSet {
    sound("Plectrum") {
      var noise = Noise(seed: 34)
      let rate = 44100.0
      let burst = noise.white(4000).filtered(.bandPass(3400, q: 0.9, rate: rate))
        .shaped(rate: rate, EnvelopeCurve.strike(0.08, attack: 0.0004))
      return Wave(points: burst, rate: rate, key: 60, loop: nil)
    }
  }

  /// A fretless bass, with a soft onset after which a formant opens.
  private func fretlessBass() -> [Layer] {
    let strings = set("Fretless Bass", [28, 39, 51]) { key in
      var string = Self.bassString(key, seed: 35)
      string.position = 0.24
      string.pickup = 0.17
      string.slope = 0.55
      string.corner = 1000
      string.fall = 5.5 * ExactMath.exp2(Double(key - 30) / 28)
      string.damping = 0.007
      string.rise = 0.012
      return string.wave()
    }
    return [
      bass(strings, cutoff: 420, velocity: 1800, release: 0.16).with {
        $0.cutoff = 800
        $0.tracking = 0.6
        $0.resonance = 5
        $0.sweepToCutoff = 1900
        $0.sweepAttack = 0.11
        $0.sweepDecay = 1.4
        $0.sweepSustain = 0.45
        $0.sweepToPitch = 0
        $0.vibrato = 8
        $0.vibratoDelay = 0.45
        $0.vibratoRate = 4.8
      }
    ]
  }

  private func popBass() -> [Layer] {
    [
      bass(slapStrings(), cutoff: 18000, velocity: 1800, release: 0.1).with {
        $0.resonance = 2
      },
      Layer(keyTick()) {
        $0.level = -9
        $0.scale = 10
        $0.evened = false
      },
    ]
  }

  private func synthBass() -> [Layer] {
    let saw = Layer(sawtooth()) {
      $0.release = 0.08
      $0.decay = 5
      $0.sustain = 14
      $0.cutoff = 500
      $0.tracking = 0.5
      $0.resonance = 9
      $0.velocityToCutoff = 2000
      $0.sweepToCutoff = 3300
      $0.sweepDecay = 0.55
      $0.sweepSustain = 0.12
    }
    return [
      saw,
      saw.with {
        $0.set = square()
        $0.transpose = -12
        $0.keys = 30...127
        $0.level = -7
        $0.resonance = 2
      },
      saw.with {
        $0.tune = 4
        $0.level = -4
      },
    ]
  }

  private func rubberBass() -> [Layer] {
    let rubber = set("Rubber Bass", [28, 40, 54]) { key in
      let grid = LoopGrid(key: key, seconds: 0.1, rate: 36000)
      let start = Int(1.0 * grid.rate)
      var points = [Float](repeating: 0, count: start + grid.length)
      var voice = FrequencyModulation()
      voice.carrier = 1
      voice.modulator = 1
      voice.index = 4.2
      voice.restIndex = 0.7
      voice.indexDecay = 34
      voice.feedback = 0.6
      voice.add(to: &points, turn: grid.frequency / grid.rate, rate: grid.rate, frozenFrom: start)
      voice.modulator = 2
      voice.index = 2
      voice.restIndex = 0.3
      voice.level = 0.4
      voice.add(to: &points, turn: grid.frequency / grid.rate, rate: grid.rate, frozenFrom: start)
      var wave = Wave(points: points, rate: grid.rate, key: key, loop: nil, fall: 0)
      wave.blendLoop(start..<(start + grid.length))
      wave.removeMean()
      wave.fadeIn(30)
      wave.add(AttackNoise(-44, corner: 900, treble: -20, seconds: 0.4), seed: 39)
      wave.closeLoop()
      wave.fall = 6
      return wave
    }
    return [
      bass(rubber, cutoff: 3200, velocity: 3600, release: 0.1),
      Layer(square()) {
        $0.level = -12
        $0.cutoff = 500
        $0.decay = 6
        $0.sustain = 100
        $0.release = 0.08
      },
    ]
  }
}
