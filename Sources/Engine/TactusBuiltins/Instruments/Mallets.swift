import TactusDSP

extension BankMaker {
  /// Programs 8–15: bells and mallets.
  func addMallets() {
    program(8, [mallet(celesta(), release: 0.7, cutoff: 18000, velocity: 2400)])
    program(9, [mallet(glockenspiel(), release: 1.2, cutoff: 20000, velocity: 2000)])
    program(10, [mallet(musicBox(), release: 1.0, cutoff: 20000, velocity: 2400)])
    program(
      11,
      [
        mallet(vibraphone(), release: 0.9, cutoff: 7000, velocity: 4200).with {
          $0.tremoloRate = 5.2
          $0.tremolo = 2.2
        }
      ])
    program(12, [mallet(marimba(), release: 0.5, cutoff: 12000, velocity: 4800)])
    program(
      13, [mallet(xylophone(), release: 0.4, cutoff: 18000, velocity: 3000).with { $0.velocityToLevel = -30 }])
    program(14, [mallet(tubularBells(), release: 2.5, cutoff: 18000, velocity: 3600)])
    program(
      15,
      [mallet(dulcimer(), release: 1.1, cutoff: 18000, velocity: 2000).with { $0.dampen(from: 19000, to: 5000, in: 3) }]
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
    _ name: String, _ keys: [Int], _ modes: [Mode], length: Double, halving: Double = 24,
    touch: (level: Double, hertz: Double, seconds: Double), attack: AttackNoise
  ) -> SampleSet {
    set(name, keys) { key in
      let shorter = ExactMath.exp2(-Double(key - 60) / halving)
      let scaled = modes.map { Mode($0.ratio, $0.level, $0.seconds * shorter) }
      var wave = Modal.tuned(
        scaled, key: key, rate: 44100, length: length * min(1, shorter), loop: 0.1, seed: 8, attack: attack)
      wave.addTouch(touch.level, hertz: touch.hertz, q: 0.8, seconds: touch.seconds, seed: key)
      return wave
    }
  }

  func celesta() -> SampleSet {
    bars(
      "Celesta", [54, 68, 82, 97],
      [
        Mode(1, 1, 3.4), Mode(1.0016, 0.15, 3), Mode(2.0, 0.1, 1.5), Mode(3.98, 0.3, 0.7), Mode(7.2, 0.3, 0.35),
        Mode(11.6, 0.15, 0.2),
      ],
      length: 0.9, touch: (0.2, 2600, 0.05), attack: AttackNoise(-38, corner: 4000, treble: -10, seconds: 0.7))
  }

  func glockenspiel() -> SampleSet {
    bars(
      "Glockenspiel", [62, 77, 93],
      [
        Mode(1, 0.8, 4.5), Mode(1.0015, 0.25, 4), Mode(2.756, 1, 2.4), Mode(2.765, 0.3, 2.2), Mode(5.404, 1, 1.5),
        Mode(8.933, 0.7, 0.7), Mode(13.34, 0.4, 0.4), Mode(2.0, 0.03, 2),
      ],
      length: 1.1, touch: (0.3, 7000, 0.03), attack: AttackNoise(-45, corner: 9000, treble: 0, seconds: 2))
  }

  func musicBox() -> SampleSet {
    bars(
      "Music Box", [62, 77, 93],
      [
        Mode(1, 1, 2.8), Mode(1.0017, 0.3, 2.4), Mode(2.0, 0.3, 1.7), Mode(3.01, 0.15, 1.2), Mode(6.27, 0.5, 0.8),
        Mode(6.29, 0.2, 0.7), Mode(4.02, 0.15, 1), Mode(11.2, 0.25, 0.4),
      ],
      length: 1.1, touch: (0.25, 5000, 0.03), attack: AttackNoise(-36, corner: 5000, treble: -8, seconds: 0.7))
  }

  func vibraphone() -> SampleSet {
    bars(
      "Vibraphone", [53, 65, 77, 90],
      [Mode(1, 1, 5.5), Mode(4.0, 0.4, 1.8), Mode(9.9, 0.25, 0.6), Mode(16.7, 0.08, 0.3)],
      length: 1.2, touch: (0.1, 900, 0.05), attack: AttackNoise(-46, corner: 1500, treble: -14, seconds: 0.8))
  }

  func marimba() -> SampleSet {
    bars(
      "Marimba", [40, 52, 64, 76, 90],
      [Mode(1, 1, 1.4), Mode(3.95, 0.45, 0.4), Mode(9.3, 0.25, 0.16), Mode(2.0, 0.06, 0.7), Mode(16.2, 0.1, 0.08)],
      length: 0.5,
      halving: 16, touch: (0.25, 700, 0.05), attack: AttackNoise(-38, corner: 1200, treble: -16, seconds: 0.5))
  }

  private func xylophone() -> SampleSet {
    bars(
      "Xylophone", [60, 70, 80, 92],
      [Mode(1, 0.9, 0.9), Mode(3.0, 0.9, 0.4), Mode(6.1, 0.6, 0.2), Mode(10.2, 0.35, 0.1)], length: 0.5,
      touch: (0.2, 2600, 0.03), attack: AttackNoise(-38, corner: 4000, treble: -14, seconds: 0.4))
  }

  private func tubularBells() -> SampleSet {
    set("Tubular Bells", [57, 68, 80]) { key in
      // The modes of a free bar. The ear hears a pitch one octave below the fourth mode, because the frequencies of
      // the fourth, fifth and sixth modes have ratios near 2 : 3 : 4.
      let modes = [
        Mode(1.0, 0.22, 5), Mode(2.0, 1, 6), Mode(2.0 + 0.006, 0.85, 5), Mode(2.98, 0.85, 4.2), Mode(4.17, 0.75, 3),
        Mode(5.43, 0.6, 2.4), Mode(6.8, 0.45, 1.8), Mode(8.25, 0.35, 1.3), Mode(9.8, 0.25, 1), Mode(11.5, 0.16, 0.8),
        Mode(2.988, 0.75, 4), Mode(4.18, 0.65, 3), Mode(5.443, 0.5, 2.2), Mode(0.5, 0.12, 6), Mode(1.21, 0.2, 3),
      ]
      var wave = Modal.tuned(
        modes, key: key, rate: 44100, length: 1.5, loop: 0.5, seed: 14,
        attack: AttackNoise(-38, corner: 2500, treble: -12, seconds: 0.8))
      wave.addTouch(0.25, hertz: 2600, q: 0.6, seconds: 0.03, seed: 14)
      return wave
    }
  }

  private func dulcimer() -> SampleSet {
    set("Dulcimer", [48, 63, 79]) { key in
      var string = StringModel(key: key)
      string.position = 0.11
      string.slope = 0.5
      string.corner = 6500
      string.fall = 18 * ExactMath.exp2(Double(key - 50) / 22)
      string.body = Formants(floor: 0.6, [.init(300, 200, -3), .init(1100, 900, -5)])
      string.beat = 0.75
      string.damping = 0.007
      string.seed = 15
      string.attack = AttackNoise(-30, corner: 3500, treble: -8, seconds: 0.7)
      var wave = string.wave()
      wave.addTouch(0.22, hertz: 3200, q: 0.7, seconds: 0.01, seed: 15)
      return wave
    }
  }
}
