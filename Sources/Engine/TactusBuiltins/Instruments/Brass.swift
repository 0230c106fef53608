import TactusDSP

extension BankMaker {
  /// Programs 56–63: brass.
  func addBrass() {
    program(56, brass(trumpet(), cutoff: 4200, velocity: 4200, vibrato: 7))
    program(57, brass(trombone(), cutoff: 2600, velocity: 4200, vibrato: 6))
    program(58, brass(tuba(), cutoff: 1500, velocity: 3600, vibrato: 3))
    program(59, brass(mutedTrumpet(), cutoff: 4400, velocity: 3000, vibrato: 8))
    program(60, brass(horn(), cutoff: 1700, velocity: 3800, vibrato: 3, attack: 0.045))
    program(61, brassSection())
    program(62, synthBrass(sawtooth(), cutoff: 1400, sweep: 3200, resonance: 4))
    program(63, synthBrass(pulse(), cutoff: 900, sweep: 2400, resonance: 2, attack: 0.06))
  }

  /// A steady wave through a filter that behaves like the lips and bell: louder notes are brighter, and the attack
  /// brightens gradually.
  private func brass(_ set: SampleSet, cutoff: Double, velocity: Int, vibrato: Int, attack: Double = 0.025) -> [Layer] {
    [
      Layer(set) {
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
      },
      chiff(-30, cutoff: cutoff * 0.5, seconds: 0.16),
    ]
  }

  /// Brass tones: harmonics shaped by a high-pass for the bell, a low-pass for the lips, and the horn's formants.
  private func horns(
    _ name: String, _ keys: [Int], seed: Int, rate: Double = 30000, low: Double, dark: Double, power: Double = 2.4,
    floor: Double = 0.5, _ formants: [Formants.Peak]
  ) -> SampleSet {
    set(name, keys) { key in
      let bell = Formants(floor: floor, formants)
      return Wave.periodic(key, rate: rate, seed: seed) { _, hertz in
        let lows = hertz / ExactMath.squareRoot(hertz * hertz + low * low)
        return lows * bell.level(hertz) / (1 + ExactMath.exp2(power * ExactMath.log2(hertz / dark)))
      }
    }
  }

  func trumpet() -> SampleSet {
    horns(
      "Trumpet", [54, 60, 66, 72, 79, 86], seed: 56, rate: 32000, low: 350, dark: 2600,
      [.init(1250, 700, 0), .init(2200, 900, -5)])
  }

  private func trombone() -> SampleSet {
    horns(
      "Trombone", [40, 46, 52, 58, 65, 72], seed: 57, low: 150, dark: 1700, [.init(550, 350, 1), .init(1300, 700, -5)])
  }

  private func tuba() -> SampleSet {
    horns("Tuba", [28, 36, 44, 53], seed: 58, rate: 20000, low: 60, dark: 750, power: 2.8, [.init(230, 180, 1)])
  }

  private func horn() -> SampleSet {
    horns(
      "French Horn", [41, 48, 55, 62, 70, 77], seed: 60, rate: 26000, low: 100, dark: 1000, power: 2.8,
      [.init(340, 250, 2)])
  }

  private func mutedTrumpet() -> SampleSet {
    horns(
      "Muted Trumpet", [55, 63, 71, 80], seed: 59, rate: 34000, low: 900, dark: 4200, power: 2, floor: 0.2,
      [.init(1700, 500, 0), .init(3000, 700, 1)])
  }

  private func brassSection() -> [Layer] {
    let players = set("Brass Section", [40, 50, 60, 70, 81]) { key in
      let bell = Formants(floor: 0.5, [.init(650, 500, -1), .init(1300, 800, 0), .init(2300, 1000, -5)])
      return Tone(
        key, seed: 61,
        level: { n, hertz in
          let lows = hertz / ExactMath.squareRoot(hertz * hertz + 220 * 220)
          return lows * bell.level(hertz) / (1 + ExactMath.exp2(2.2 * ExactMath.log2(hertz / 2600)))
        }
      ) {
        $0.length = 8192
        $0.spread = 6
        $0.steady = 0.6
        $0.air = -36
        $0.airColour = { 1 / (1 + $0 / 1500) }
      }.wave()
    }
    let base = Layer(players) {
      $0.attack = 0.03
      $0.release = 0.2
      $0.cutoff = 4800
      $0.tracking = 0.25
      $0.velocityToCutoff = 4200
      $0.velocityToAttack = -900
      $0.sweepToCutoff = -2600
      $0.sweepDecay = 0.12
      $0.sweepToPitch = -30
      $0.vibrato = 3
      $0.vibratoDelay = 0.4
    }
    return base.widened(0.6, detune: 2) + [chiff(-30, cutoff: 2000, seconds: 0.14)]
  }

  func synthBrass(_ wave: SampleSet, cutoff: Double, sweep: Int, resonance: Double, attack: Double = 0.02) -> [Layer] {
    let base = Layer(wave) {
      $0.attack = attack
      $0.release = 0.22
      $0.cutoff = cutoff
      $0.tracking = 0.4
      $0.resonance = resonance
      $0.velocityToCutoff = 2600
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
