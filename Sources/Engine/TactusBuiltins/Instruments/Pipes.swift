import TactusDSP

extension BankMaker {
  /// Programs 72–79: flutes and other pipes.
  func addPipes() {
    program(72, pipe(flutes(), cutoff: 9000, air: -39, vibrato: 7))
    program(73, pipe(flutes(), cutoff: 4200, air: -25, vibrato: 9))
    program(74, pipe(recorders(), cutoff: 5000, air: -48, vibrato: 2, attack: 0.025))
    program(75, panFlute())
    program(76, bottle())
    program(77, shakuhachi())
    program(78, whistle())
    program(79, pipe(ocarinas(), cutoff: 3600, air: -37, vibrato: 5, attack: 0.04))
  }

  func pipe(_ set: SampleSet, cutoff: Double, air: Double, vibrato: Int, attack: Double = 0.05) -> [Layer] {
    [
      Layer(set) {
        $0.attack = attack
        $0.release = 0.16
        $0.cutoff = cutoff
        $0.tracking = 0.5
        $0.velocityToCutoff = 2200
        $0.velocityToAttack = -900
        $0.vibrato = vibrato
        $0.vibratoRate = 5.1
        $0.vibratoDelay = 0.3
        $0.tremoloRate = 5.1
        $0.tremoloDelay = 0.3
        $0.tremolo = vibrato > 4 ? 1.3 : 0.4
        $0.sweepToPitch = -16
        $0.sweepDecay = 0.1
      },
      breath(air, cutoff: cutoff * 0.45, resonance: 6, attack: attack, tracking: 0.8),
      chiff(air + 7, cutoff: cutoff * 0.6, seconds: 0.22, resonance: 6),
    ]
  }

  private func flueWave(
    _ name: String, _ keys: [Int], seed: Int, air: Double = -44, steady: Double = 0.9, _ harmonics: [Double]
  )
    -> SampleSet
  {
    set(name, keys) { key in
      // Higher notes are closer to a sine.
      let soften = 1 + 0.025 * Double(max(0, key - 60))
      return Wave.player(key, seed: seed, air: air, steady: steady) { n, _ in
        guard Int(n) <= harmonics.count else { return 0 }
        return ExactMath.gain(decibels: harmonics[Int(n) - 1] * (n == 1 ? 1 : soften))
      }
    }
  }

  func flutes() -> SampleSet {
    flueWave("Flute", [59, 69, 79, 91], seed: 73, [0, -2, -8, -16, -20, -26, -32, -37, -41])
  }

  private func recorders() -> SampleSet {
    flueWave("Recorder", [60, 72, 85], seed: 74, air: -54, [0, -20, -8, -28, -20, -32, -30, -40])
  }

  func ocarinas() -> SampleSet {
    flueWave("Ocarina", [60, 72, 85], seed: 79, steady: 0.8, [0, -26, -22, -38, -40])
  }

  private func panPipes() -> SampleSet {
    flueWave("Pan Flute", [55, 68, 82], seed: 75, [0, -24, -13, -32, -24, -40, -34])
  }

  private func panFlute() -> [Layer] {
    pipe(panPipes(), cutoff: 5000, air: -26, vibrato: 6, attack: 0.03) + [
      chiff(-13, cutoff: 2600, seconds: 0.16, resonance: 8)
    ]
  }

  private func bottle() -> [Layer] {
    pipe(ocarinas(), cutoff: 5200, air: -19, vibrato: 3, attack: 0.14) + [
      chiff(-14, cutoff: 3500, seconds: 0.6, resonance: 10)
    ]
  }

  private func shakuhachi() -> [Layer] {
    pipe(flutes(), cutoff: 3800, air: -22, vibrato: 15, attack: 0.06).map {
      $0.with {
        $0.vibratoRate = 4.6
        $0.tremolo *= 2.5
        $0.vibratoDelay = 0.5
        $0.sweepToPitch = $0.sweepToPitch == 0 ? 0 : -60
        $0.sweepDecay = 0.16
      }
    } + [chiff(-12, cutoff: 1800, seconds: 0.4, resonance: 8)]
  }

  private func whistle() -> [Layer] {
    [
      Layer(sine()) {
        $0.attack = 0.09
        $0.release = 0.1
        $0.vibrato = 12
        $0.vibratoRate = 5.5
        $0.vibratoDelay = 0.2
        $0.sweepToPitch = -45
        $0.sweepDecay = 0.08
      },
      breath(-36, cutoff: 900, resonance: 14, attack: 0.04, tracking: 1),
    ]
  }
}
