import TactusDSP

extension BankMaker {
  /// Programs 120–127: sound effects.
  func addSoundEffects() {
    program(
      120,
      [
        Layer(fretNoise()) {
          $0.scale = 40; $0.release = 0.5
        }
      ])
    program(121, breathNoise().reinforced(-2, program: 121))
    program(122, seashore())
    program(
      123,
      [
        Layer(birds()) {
          $0.release = 0.3; $0.scale = 50
        }
      ].flatMap { $0.widened(0.4) } + [breath(-24, cutoff: 5000, resonance: 1)])
    program(124, telephone())
    program(125, helicopter())
    program(126, applause())
    program(
      127,
      [
        Layer(gunshot()) {
          $0.release = 5; $0.scale = 50; $0.reverb = 0.3; $0.cutoff = 3500
        }
      ])
  }

  /// Noise through a slowly modulated filter; the left and right layers play different parts of the noise.
  func weather(
    cutoff: Double, resonance: Double = 0, level: Double, attack: Double, release: Double, wave hertz: Double,
    cents: Int, decibels: Double
  ) -> [Layer] {
    Layer(whiteNoise()) {
      $0.scale = 0
      $0.attack = attack
      $0.release = release
      $0.cutoff = cutoff
      $0.resonance = resonance
      $0.tremoloRate = hertz
      $0.tremoloToCutoff = cents
      $0.tremolo = decibels
      $0.level = level
      $0.evened = false
    }.widened(0.8)
  }

  func fretNoise() -> SampleSet {
    sound("Fret Noise") {
      let rate = 24000.0
      var noise = Noise(seed: 120)
      let white = noise.white(Int(0.26 * rate))
      let squeak = white.swept(rate: rate, q: 9) { 1500 + 2600 * min(1, $0 / 0.16) }
        .filtered(.highPass(900, rate: rate))
        .shaped(rate: rate) { t in min(1, t / 0.03) * (t < 0.14 ? 1 : max(0, 1 - (t - 0.14) / 0.1)) }
      var wave = Wave(points: squeak, rate: rate, key: 60, loop: nil)
      wave.fadeOut(0.02)
      return wave
    }
  }

  private func breathNoise() -> Layer {
    Layer(whiteNoise()) {
      $0.scale = 0
      $0.evened = false
      $0.attack = 0.1
      $0.decay = 2.4
      $0.sustain = 100
      $0.release = 0.4
      $0.cutoff = 2600
      $0.tracking = 0.5
      $0.resonance = 3
      $0.sweepToCutoff = 800
      $0.sweepAttack = 0.35
      $0.sweepDecay = 0.8
      $0.velocityToCutoff = 1200
    }
  }

  private func seashore() -> [Layer] {
    weather(cutoff: 500, level: 3, attack: 0.6, release: 2, wave: 0.13, cents: 1500, decibels: 7)
      + weather(cutoff: 2200, resonance: 2, level: -10, attack: 1.2, release: 2.4, wave: 0.11, cents: 1900, decibels: 9)
  }

  func birds() -> SampleSet {
    sound("Birds") {
      let rate = 20000.0
      var points = [Float](repeating: 0, count: 14000)
      var noise = Noise(seed: 123)
      SineTable.shared.values.withUnsafeBufferPointer { sines in
        var start = 700
        while start < 11500 {
          let length = Int(noise.within(900...2100))
          let (low, high) = (noise.within(2300...3200), noise.within(3600...5600))
          let flutter = noise.within(18...42)
          var phase = 0.0
          for i in 0..<length where start + i < points.count {
            let x = Double(i) / Double(length)
            let wobble = SineTable.sine(flutter * Double(i) / rate, sines)
            phase += (low + (high - low) * (1 - x) * (0.75 + 0.25 * wobble)) / rate
            points[start + i] = Float(SineTable.sine(phase, sines) * ExactMath.sin2Pi(x * 0.5) * 0.8)
          }
          start += length + Int(noise.within(300...1500))
        }
      }
      return Wave(points: points, rate: rate, key: 60, loop: 16..<13984)
    }
  }

  private func telephone() -> [Layer] {
    let bell = Layer(metalSpectrum()) {
      $0.scale = 50
      $0.transpose = 18
      $0.attack = 0.08
      $0.release = 0.25
      $0.tremoloRate = 21
      $0.tremolo = 9
      $0.level = -2
    }
    return [
      bell.with { $0.pan = -0.2 },
      bell.with {
        $0.pan = 0.2
        $0.transpose = 22
        $0.tremolo = -9
      },
    ]
  }

  func helicopter() -> [Layer] {
    weather(cutoff: 420, resonance: 3, level: 0, attack: 0.3, release: 0.8, wave: 10.5, cents: 900, decibels: 12)
      + weather(cutoff: 2600, level: -15, attack: 0.3, release: 0.8, wave: 10.5, cents: 500, decibels: 8)
      + [
        Layer(sawtooth()) {
          $0.scale = 0
          $0.transpose = 0
          $0.tune = -1300
          $0.attack = 0.3
          $0.release = 0.8
          $0.cutoff = 500
          $0.level = -12
          $0.tremoloRate = 10.5
          $0.tremolo = 5
        }
      ]
  }

  /// Applause: many clapping hands in a loop.
  private func applauseRing() -> SampleSet {
    sound("Applause") {
      let rate = 20000.0
      let count = 16384
      var ring = [Float](repeating: 0, count: count)
      var noise = Noise(seed: 126)
      for _ in 0..<260 {
        let burst = noise.white(240)
          .filtered(.bandPass(noise.within(750...2300), q: noise.within(0.7...1.6), rate: rate))
          .shaped(rate: rate, EnvelopeCurve.strike(noise.within(0.006...0.018)))
        let start = Int(noise.unit() * Double(count))
        let gain = Float(noise.within(0.15...1) * noise.within(0.3...1))
        for i in burst.indices { ring[(start + i) % count] += burst[i] * gain }
      }
      return .ring(ring, rate: rate, key: 60)
    }
  }

  func applause() -> [Layer] {
    Layer(applauseRing()) {
      $0.scale = 25
      $0.attack = 0.5
      $0.release = 1.6
      $0.reverb = 0.2
    }.widened(0.9, apart: 0.41) + [
      Layer(applauseRing()) {
        $0.scale = 25
        $0.tune = 350
        $0.start = 0.71
        $0.attack = 0.9
        $0.release = 1.4
        $0.level = -4
      }
    ]
  }

  func gunshot() -> SampleSet {
    sound("Gunshot") {
      var s = Strike(seconds: 0.8, seed: 127)
      s.hiss(1.6, above: 60, below: 8500, ring: 0.1, attack: 0.0004)
      s.burst(1.2, hertz: 420, q: 0.5, ring: 0.25)
      s.burst(0.9, hertz: 110, q: 0.7, ring: 0.5)
      s.hiss(0.3, above: 200, below: 2400, ring: 1.1, attack: 0.02, at: 0.03)
      s.through { $0.driven(4) }
      return s.wave(fade: 0.25)
    }
  }
}
