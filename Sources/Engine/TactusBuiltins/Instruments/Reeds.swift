import TactusDSP

extension BankMaker {
  /// Programs 64–71: reeds.
  func addReeds() {
    program(64, reed(highSaxes(), cutoff: 4600, breath: -44, vibrato: 9))
    program(65, reed(altoSaxes(), cutoff: 5500, breath: -33, vibrato: 9))
    program(66, reed(lowSaxes(), cutoff: 5500, breath: -32, vibrato: 8))
    program(67, reed(lowSaxes(), cutoff: 4800, breath: -38, vibrato: 5).map { $0.with { $0.resonance += 1 } })
    program(68, reed(oboe(), cutoff: 3600, breath: -58, vibrato: 7))
    program(69, reed(englishHorn(), cutoff: 3600, breath: -54, vibrato: 7))
    program(70, reed(bassoon(), cutoff: 3500, breath: -39, vibrato: 5))
    program(71, reed(clarinet(), cutoff: 3800, breath: -52, vibrato: 0))
  }

  private func reed(_ set: SampleSet, cutoff: Double, breath level: Double, vibrato: Int) -> [Layer] {
    [
      Layer(set) {
        $0.attack = 0.025
        $0.release = 0.14
        $0.cutoff = cutoff
        $0.tracking = 0.3
        $0.velocityToCutoff = 2600
        $0.velocityToAttack = -900
        $0.sweepToCutoff = -1800
        $0.sweepDecay = 0.1
        $0.sweepToPitch = -20
        $0.vibrato = vibrato
        $0.vibratoRate = 5.2
        $0.vibratoDelay = 0.35
        $0.tremoloRate = 5.2
        $0.tremoloDelay = 0.35
        $0.tremolo = vibrato == 0 ? 0.25 : 0.8
        $0.tremoloToCutoff = 150
      },
      breath(level, cutoff: cutoff * 0.6, resonance: 2, attack: 0.02),
      chiff(level + 5, cutoff: cutoff * 0.7, seconds: 0.2),
    ]
  }

  /// A reed pipe: even and odd harmonics with separate weights, shaped by formants.
  private func pipes(
    _ name: String, _ keys: [Int], seed: Int, slope: Double, even: Double = 1, dark: Double,
    floor: Double, air: Double = -46, steady: Double = 0.92, _ formants: [Formants.Peak]
  ) -> SampleSet {
    set(name, keys) { key in
      let tube = Formants(floor: floor, formants)
      return Wave.player(key, seed: seed, air: air, steady: steady) { n, hertz in
        // In closed cylinders, the even harmonics are weak at low frequencies only.
        let evenness = Int(n) % 2 == 0 ? min(1, even + (1 - even) * (hertz / 3200)) : 1
        return evenness * tube.level(hertz) * ExactMath.exp2(-slope * ExactMath.log2(n))
          / (1 + hertz * hertz / (dark * dark))
      }
    }
  }

  private func highSaxes() -> SampleSet {
    pipes(
      "Soprano Sax", [56, 67, 79], seed: 64, slope: 0.25, dark: 4000, floor: 0.25,
      [.init(700, 400, 0), .init(1500, 600, -2), .init(2900, 900, -8)])
  }

  private func altoSaxes() -> SampleSet {
    pipes(
      "Alto Sax", [49, 57, 65, 75], seed: 65, slope: 0.2, dark: 3300, floor: 0.25,
      [.init(480, 300, 1), .init(1150, 500, -2), .init(2400, 900, -8)])
  }

  private func lowSaxes() -> SampleSet {
    pipes(
      "Tenor Sax", [36, 47, 60], seed: 66, slope: 0.35, dark: 2300, floor: 0.3,
      [.init(340, 220, 1), .init(850, 400, -1), .init(1900, 800, -7)])
  }

  private func oboe() -> SampleSet {
    pipes(
      "Oboe", [58, 68, 80], seed: 68, slope: 0.25, dark: 4200, floor: 0.22,
      [.init(1150, 450, 2), .init(2900, 700, -4), .init(550, 300, -7)])
  }

  private func englishHorn() -> SampleSet {
    pipes(
      "English Horn", [52, 63, 75], seed: 69, slope: 0.3, dark: 3000, floor: 0.22,
      [.init(930, 350, 2), .init(2200, 600, -6), .init(450, 250, -5)])
  }

  private func bassoon() -> SampleSet {
    pipes(
      "Bassoon", [34, 46, 58], seed: 70, slope: 0.3, dark: 2000, floor: 0.14,
      [.init(470, 180, 3), .init(1180, 350, -5), .init(200, 150, -8)])
  }

  private func clarinet() -> SampleSet {
    pipes(
      "Clarinet", [50, 60, 70, 81], seed: 71, slope: 0.8, even: 0.05, dark: 3000, floor: 0.7, air: -56, steady: 0.98,
      [.init(1500, 700, -6), .init(3200, 1200, -9)])
  }

  /// The double reed and conical pipes of folk instruments.
  func folkReeds() -> SampleSet {
    pipes(
      "Folk Reed", [50, 63, 77], seed: 111, slope: 0.1, dark: 3600, floor: 0.15, air: -50, steady: 0.98,
      [.init(1300, 500, 0), .init(2600, 800, 2), .init(4000, 1200, -4)])
  }
}
