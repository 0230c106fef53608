import TactusDSP

extension BankMaker {
  /// Programs 56–63: brass.
  func addBrass() {
    program(56, brass(trumpet(), cutoff: 4600, velocity: 2000, vibrato: 7, air: -26))
    program(57, brass(trombone(), cutoff: 3000, velocity: 2000, vibrato: 6))
    program(58, brass(tuba(), cutoff: 1500, velocity: 1800, vibrato: 3, air: -36))
    program(59, brass(mutedTrumpet(), cutoff: 7500, velocity: 2400, vibrato: 3, attack: 0.015, air: -22))
    program(60, brass(horn(), cutoff: 2400, velocity: 2200, vibrato: 3, attack: 0.11, air: -28))
    program(61, brassSection())
    program(62, synthBrass(sawEnsemble(), cutoff: 1000, sweep: 2800, resonance: 4))
    program(63, synthBrass(sawEnsemble(), cutoff: 800, sweep: 2000, resonance: 2, attack: 0.06))
  }

  /// A steady wave through a filter that behaves like the lips and bell: louder notes are brighter, and the attack
  /// brightens gradually.
  private func brass(
    _ horn: Dynamics, cutoff: Double, velocity: Int, vibrato: Int, attack: Double = 0.03, air: Double = -30
  ) -> [Layer] {
    Layer(horn) {
      $0.attack = attack
      $0.release = 0.16
      $0.cutoff = cutoff
      $0.tracking = 0.35
      $0.resonance = 1
      $0.velocityToCutoff = velocity
      $0.velocityToAttack = -900
      $0.sweepToCutoff = -2600
      $0.sweepDecay = attack * 4
      $0.sweepToPitch = -22
      $0.vibrato = vibrato
      $0.vibratoRate = 5.3
      $0.vibratoDelay = 0.4
      $0.tremoloRate = 5.3
      $0.tremoloDelay = 0.4
      $0.tremolo = 0.5
      $0.tremoloToCutoff = 120
    }.voiced(horn) + [chiff(air, cutoff: cutoff * 0.7, seconds: 0.5)]
  }

  /// Brass tones: harmonics shaped by a high-pass for the bell, a low-pass for the lips, and the horn's formants.
  private func horns(
    _ name: String, _ keys: [Int], soft: [Int], seed: Int, steady: Double = 0.95, low: Double, dark: Double,
    power: Double = 2.4, floor: Double = 0.5,
    air: Double = -44, _ formants: [Formants.Peak]
  ) -> Dynamics {
    dynamics(name, keys, soft: soft) { key, hard in
      let bell = Formants(floor: floor, formants)
      let dark = hard ? dark * 1.15 : dark * 0.75
      return Wave.player(key, seed: seed, air: air, steady: steady) { _, hertz in
        let lows = hertz / ExactMath.squareRoot(hertz * hertz + low * low)
        return lows * bell.level(hertz) / (1 + ExactMath.exp2(power * ExactMath.log2(hertz / dark)))
      }
    }
  }

  func trumpet() -> Dynamics {
    horns(
      "Trumpet", [54, 63, 72, 82], soft: [57, 69, 81], seed: 56, low: 350, dark: 2600, air: -40,
      [.init(1250, 700, 0), .init(2200, 900, -5)])
  }

  private func trombone() -> Dynamics {
    horns(
      "Trombone", [40, 49, 58, 68], soft: [43, 55, 67], seed: 57, low: 150, dark: 1700,
      [.init(550, 350, 1), .init(1300, 700, -5)])
  }

  private func tuba() -> Dynamics {
    horns(
      "Tuba", [28, 37, 46], soft: [30, 43], seed: 58, low: 60, dark: 750, power: 2.8, air: -50, [.init(230, 180, 1)])
  }

  private func horn() -> Dynamics {
    horns(
      "French Horn", [41, 51, 61, 72], soft: [44, 57, 70], seed: 60, steady: 0.45, low: 100, dark: 1300, power: 2.4,
      [.init(340, 250, 2)])
  }

  private func mutedTrumpet() -> Dynamics {
    horns(
      "Muted Trumpet", [55, 64, 73, 82], soft: [60, 74], seed: 59, steady: 0.98, low: 900, dark: 6000, power: 2,
      floor: 0.25, air: -38,
      [.init(1700, 500, 0), .init(3000, 700, 1), .init(5200, 1500, -2)])
  }

  private func brassSection() -> [Layer] {
    let players = dynamics("Brass Section", [40, 52, 64, 76], soft: [46, 66]) { key, hard in
      let bell = Formants(floor: 0.5, [.init(650, 500, -1), .init(1300, 800, 0), .init(2300, 1000, -5)])
      return Tone(
        key, seed: 61,
        level: { n, hertz in
          let lows = hertz / ExactMath.squareRoot(hertz * hertz + 220 * 220)
          return lows * bell.level(hertz) / (1 + ExactMath.exp2(2.2 * ExactMath.log2(hertz / (hard ? 3200 : 2000))))
        }
      ) {
        $0.spread = 6
        $0.steady = 0.55
        $0.air = -36
        $0.airColour = { 1 / (1 + $0 / 2500) }
      }.wave()
    }
    let base = Layer(players) {
      $0.attack = 0.03
      $0.release = 0.2
      $0.cutoff = 8000
      $0.tracking = 0.25
      $0.velocityToCutoff = 2000
      $0.velocityToAttack = -900
      $0.sweepToCutoff = -2600
      $0.sweepDecay = 0.12
      $0.sweepToPitch = -30
      $0.vibrato = 3
      $0.vibratoDelay = 0.4
    }
    return base.widened(0.6, detune: 2).flatMap { $0.voiced(players) } + [chiff(-26, cutoff: 4000, seconds: 0.6)]
  }

  func synthBrass(_ wave: SampleSet, cutoff: Double, sweep: Int, resonance: Double, attack: Double = 0.02) -> [Layer] {
    let base = Layer(wave) {
      $0.attack = attack
      $0.release = 0.22
      $0.cutoff = cutoff
      $0.tracking = 0.4
      $0.resonance = resonance
      $0.velocityToCutoff = 1800
      $0.sweepToCutoff = sweep
      $0.sweepAttack = attack * 2.2
      $0.sweepDecay = 0.8
      $0.sweepSustain = 0.4
      $0.level = -3
      $0.vibrato = 5
      $0.vibratoDelay = 0.5
    }
    return [
      base.with {
        $0.pan = -0.45
        $0.tune = -6
      },
      base.with {
        $0.pan = 0.45
        $0.tune = 6
      },
    ]
  }
}
