import TactusDSP

extension BankMaker {
  /// Programs 80–87: synthesizer leads.
  func addLeads() {
    program(80, lead(square(), cutoff: 5200, detune: 4))
    program(81, lead(sawtooth(), cutoff: 5600, detune: 8))
    program(82, calliope())
    program(83, chiffLead())
    program(84, charang())
    program(85, voiceLead())
    program(86, fifths())
    program(87, bassAndLead())
  }

  func lead(_ wave: SampleSet, cutoff: Double, detune: Int) -> [Layer] {
    let base = Layer(wave) {
      $0.attack = 0.004
      $0.release = 0.16
      $0.cutoff = cutoff
      $0.tracking = 0.4
      $0.resonance = 3
      $0.velocityToCutoff = 1600
      $0.sweepToCutoff = 1200
      $0.sweepDecay = 0.35
      $0.vibrato = 9
      $0.vibratoRate = 5.6
      $0.vibratoDelay = 0.4
      $0.level = -3
    }
    return [
      base.with {
        $0.pan = -0.3
        $0.tune = -detune
      },
      base.with {
        $0.pan = 0.3
        $0.tune = detune
      },
    ]
  }

  private func calliope() -> [Layer] {
    pipe(flutes(), cutoff: 5000, air: -27, vibrato: 18, attack: 0.03).map {
      $0.with {
        $0.level -= 2
        $0.tremolo *= 2.5
      }
    } + [
      Layer(square()) {
        $0.transpose = 12
        $0.level = -16
        $0.attack = 0.02
        $0.cutoff = 3000
        $0.release = 0.14
      },
      chiff(-16, cutoff: 1800, seconds: 0.2, resonance: 8),
    ]
  }

  private func chiffLead() -> [Layer] {
    lead(pulse(), cutoff: 900, detune: 3).map {
      $0.with {
        $0.level -= 1
        $0.sweepToCutoff = 2200
      }
    } + [
      chiff(-9, cutoff: 1800, seconds: 0.2, resonance: 9)
    ]
  }

  private func charang() -> [Layer] {
    lead(sawtooth(), cutoff: 4200, detune: 5).map { $0.with { $0.level -= 3 } } + [
      Layer(distorted()) {
        $0.level = -3
        $0.release = 0.14
        $0.cutoff = 6000
      }
    ]
  }

  private func voiceLead() -> [Layer] {
    choir(aahs(), attack: 0.03, cutoff: 2400).map {
      $0.with {
        $0.release = 0.2
        $0.vibrato = 12
      }
    } + [
      Layer(sine()) {
        $0.level = -7
        $0.attack = 0.03
        $0.release = 0.2
        $0.vibrato = 12
        $0.vibratoDelay = 0.25
      }
    ]
  }

  private func fifths() -> [Layer] {
    let root = lead(sawtooth(), cutoff: 4200, detune: 6).map { $0.with { $0.level -= 1.5 } }
    return root
      + root.map {
        $0.with {
          $0.transpose = 7
          $0.tune += 2
          $0.level -= 2
        }
      }
  }

  private func bassAndLead() -> [Layer] {
    let top = lead(sawtooth(), cutoff: 1600, detune: 5).map {
      $0.with {
        $0.level -= 2
        $0.sweepToCutoff = 2400
      }
    }
    return top + [
      Layer(square()) {
        $0.transpose = -12
        $0.keys = 12...127
        $0.level = -6
        $0.cutoff = 900
        $0.tracking = 0.4
        $0.resonance = 6
        $0.sweepToCutoff = 2400
        $0.sweepDecay = 0.4
        $0.release = 0.14
      }
    ]
  }
}
