import TactusDSP

extension BankMaker {
  /// Programs 8–15: bells and mallets.
  func addMallets() {
    program(8, [mallet(celesta(), release: 0.7, cutoff: 12000, velocity: 2400)])
    program(9, [mallet(glockenspiel(), release: 1.2, cutoff: 16000, velocity: 2000)])
    program(10, [mallet(musicBox(), release: 1.0, cutoff: 14000, velocity: 2400)])
    program(
      11,
      [
        mallet(vibraphone(), release: 0.9, cutoff: 3400, velocity: 5400).with {
          $0.tremoloRate = 5.2
          $0.tremolo = 2.2
        }
      ])
    program(12, [mallet(marimba(), release: 0.5, cutoff: 6000, velocity: 4800)])
    program(13, [mallet(xylophone(), release: 0.4, cutoff: 14000, velocity: 3000)])
    program(14, [mallet(tubularBells(), release: 2.5, cutoff: 12000, velocity: 3600)])
    program(
      15,
      [mallet(dulcimer(), release: 1.1, cutoff: 12000, velocity: 3000).with { $0.dampen(from: 13000, to: 2400, in: 3) }]
    )
  }

  func mallet(_ set: SampleSet, release: Double, cutoff: Double, velocity: Int) -> Layer {
    Layer(set) {
      $0.release = release
      $0.cutoff = cutoff
      $0.tracking = 0.4
      $0.velocityToCutoff = velocity
      $0.decayTracking = 40
      $0.keyPan = 0.2
    }
  }

  /// A tuned bar with given modes at several keys.
  ///
  /// The decay times of the modes apply at middle C and halve every `halving` semitones upwards.
  private func bars(
    _ name: String, _ keys: [Int], _ modes: [Mode], length: Double, rate: Double = 32000, halving: Double = 24,
    touch: (level: Double, hertz: Double, seconds: Double)
  ) -> SampleSet {
    set(name, keys) { key in
      let shorter = ExactMath.exp2(-Double(key - 60) / halving)
      let scaled = modes.map { Mode($0.ratio, $0.level, $0.seconds * shorter) }
      var wave = Modal.tuned(scaled, key: key, rate: rate, length: length * min(1, shorter), loop: 0.03, seed: 8)
      wave.addTouch(touch.level, hertz: touch.hertz, q: 0.8, seconds: touch.seconds, seed: key)
      return wave
    }
  }

  func celesta() -> SampleSet {
    bars(
      "Celesta", [52, 64, 76, 88, 100],
      [Mode(1, 1, 3.2), Mode(2.0, 0.05, 1.5), Mode(3.98, 0.12, 0.5), Mode(7.2, 0.16, 0.22), Mode(11.6, 0.05, 0.1)],
      length: 0.26, touch: (0.12, 2200, 0.02))
  }

  func glockenspiel() -> SampleSet {
    bars(
      "Glockenspiel", [60, 72, 84, 96],
      [Mode(1, 0.9, 4.5), Mode(2.756, 0.8, 2.2), Mode(5.404, 0.9, 1.3), Mode(8.933, 0.45, 0.5), Mode(2.0, 0.03, 2)],
      length: 0.34, rate: 38000, touch: (0.2, 6000, 0.006))
  }

  func musicBox() -> SampleSet {
    bars(
      "Music Box", [60, 72, 84, 96],
      [Mode(1, 1, 2.6), Mode(2.0, 0.28, 1.6), Mode(3.01, 0.1, 1), Mode(6.27, 0.32, 0.6), Mode(4.02, 0.1, 0.8)],
      length: 0.3, rate: 34000, touch: (0.2, 4500, 0.008))
  }

  func vibraphone() -> SampleSet {
    bars(
      "Vibraphone", [52, 62, 72, 82, 92], [Mode(1, 1, 7), Mode(4.0, 0.2, 1.4), Mode(9.9, 0.1, 0.35)],
      length: 0.3, rate: 26000, touch: (0.06, 900, 0.02))
  }

  func marimba() -> SampleSet {
    bars(
      "Marimba", [40, 50, 60, 70, 80, 92],
      [Mode(1, 1, 1.5), Mode(3.95, 0.26, 0.32), Mode(9.3, 0.1, 0.1), Mode(2.0, 0.04, 0.7)], length: 0.22,
      rate: 26000, halving: 16, touch: (0.22, 600, 0.02))
  }

  private func xylophone() -> SampleSet {
    bars(
      "Xylophone", [60, 70, 80, 92],
      [Mode(1, 0.9, 0.9), Mode(3.0, 0.9, 0.4), Mode(6.1, 0.6, 0.2), Mode(10.2, 0.35, 0.1)], length: 0.16,
      rate: 36000, touch: (0.2, 2600, 0.008))
  }

  private func tubularBells() -> SampleSet {
    set("Tubular Bells", [57, 68, 80]) { key in
      // The modes of a free bar. The ear hears a pitch one octave below the fourth mode, because the frequencies of
      // the fourth, fifth and sixth modes have ratios near 2 : 3 : 4.
      let modes = [
        Mode(1.0, 0.22, 5), Mode(2.0, 1, 6), Mode(2.0 + 0.0045, 0.5, 5), Mode(2.98, 0.85, 4.2), Mode(4.17, 0.75, 3),
        Mode(5.43, 0.5, 2.2), Mode(6.8, 0.34, 1.5), Mode(8.25, 0.2, 1), Mode(0.5, 0.12, 6), Mode(1.21, 0.2, 3),
      ]
      var wave = Modal.tuned(modes, key: key, rate: 24000, length: 0.4, loop: 0.35, seed: 14)
      wave.addTouch(0.25, hertz: 2600, q: 0.6, seconds: 0.03, seed: 14)
      return wave
    }
  }

  private func dulcimer() -> SampleSet {
    set("Dulcimer", [46, 59, 72, 85]) { key in
      var string = StringModel(key: key)
      string.rate = 32000
      string.length = 0.38
      string.loop = 0.1
      string.position = 0.11
      string.slope = 0.5
      string.corner = 3800
      string.fall = 9 * ExactMath.exp2(Double(key - 50) / 22)
      string.body = Formants(floor: 0.6, [.init(300, 200, -3), .init(1100, 900, -5)])
      string.beat = 0.75
      string.damping = 0.004
      string.seed = 15
      var wave = string.wave()
      wave.addTouch(0.22, hertz: 3200, q: 0.7, seconds: 0.01, seed: 15)
      return wave
    }
  }
}
