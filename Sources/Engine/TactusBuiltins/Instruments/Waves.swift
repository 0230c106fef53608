import TactusDSP

/// The electronic waves and noises that many programs share.
extension BankMaker {
  private static let waveKeys = [24, 33, 42, 50, 58, 66, 74, 82, 90, 98, 106]

  func sawtooth() -> SampleSet {
    set("Sawtooth", Self.waveKeys) { Wave.periodic($0, seconds: 0.02, seed: 81) { n, _ in 1 / n } }
  }

  func square() -> SampleSet {
    set("Square", Self.waveKeys) {
      Wave.periodic($0, seconds: 0.02, seed: 80) { n, _ in Int(n) % 2 == 1 ? 1 / n : 0 }
    }
  }

  /// A pulse wave with a duty cycle of 1/4, hollow and nasal.
  func pulse() -> SampleSet {
    set("Pulse", Self.waveKeys) {
      Wave.periodic($0, seconds: 0.02, seed: 82) { n, _ in ExactMath.sin2Pi(n * 0.125) / n }
    }
  }

  func sine() -> SampleSet {
    set("Sine", [36, 60, 84, 104]) { Wave.periodic($0, seed: 83) { n, _ in n == 1 ? 1 : 0 } }
  }

  /// Many slightly detuned sawtooth waves.
  func sawEnsemble() -> SampleSet {
    set("Saw Ensemble", [36, 50, 65, 81]) { key in
      Tone(key, seed: 50, level: { n, _ in 1 / n }) {
        $0.length = 65536
        $0.spread = 15
        $0.steady = 0.15
      }.wave()
    }
  }

  /// Three quarters of a second of white noise that loops seamlessly.
  func whiteNoise() -> SampleSet {
    sound("White Noise") {
      var spectrum = Spectrum(length: 32768, seed: 99)
      spectrum.addNoise { _ in 1 }
      return Wave.ring(spectrum.points(), rate: 44100, key: 60)
    }
  }

  /// The noise of breath or bow: white noise at the same pitch on all keys, through a filter.
  func breath(_ level: Double, cutoff: Double, resonance: Double = 0, attack: Double = 0.03, tracking: Double = 0.5)
    -> Layer
  {
    Layer(whiteNoise()) {
      $0.scale = 0
      $0.level = level
      $0.cutoff = cutoff
      $0.tracking = tracking
      $0.resonance = resonance
      $0.attack = attack
      $0.release = 0.12
      $0.evened = false
    }
  }

  /// A short puff of noise in the attack, like that of the tongue or lips, a bow on a string, or air in a flue.
  func chiff(_ level: Double, cutoff: Double, seconds: Double, resonance: Double = 3) -> Layer {
    breath(level, cutoff: cutoff, resonance: resonance, attack: 0.004).with {
      $0.decay = seconds
      $0.sustain = 100
    }
  }
}
