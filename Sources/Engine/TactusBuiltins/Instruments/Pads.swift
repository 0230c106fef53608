import TactusDSP

extension BankMaker {
  /// Programs 88–95: pads.
  func addPads() {
    program(88, newAge())
    program(89, warm())
    program(90, polysynth())
    program(91, spaceChoir())
    program(92, bowedGlass())
    program(93, metalPad())
    program(94, halo())
    program(95, sweepPad())
  }

  /// The slow, wide layers on which many pads are based.
  ///
  /// `closing` is how far the filter closes while a note is held, in cents.
  func pad(
    _ set: SampleSet, attack: Double, release: Double, cutoff: Double, level: Double = 0, closing: Int = 0
  ) -> [Layer] {
    Layer(set) {
      $0.attack = attack
      $0.release = release
      $0.cutoff = cutoff
      $0.tracking = 0.25
      $0.velocityToCutoff = 1200
      $0.level = level
      $0.tremoloRate = 0.23
      $0.tremoloToCutoff = 240
      $0.sweepToCutoff = closing
      $0.sweepDecay = 2.5
    }.widened(0.85, detune: 3)
  }

  private func newAge() -> [Layer] {
    return pad(sawEnsemble(), attack: 0.2, release: 1.1, cutoff: 700, level: -3, closing: 2600) + [
      Layer(fmPianoTones()) {
        $0.decay = 5
        $0.sustain = 100
        $0.release = 1
        $0.level = -4
        $0.cutoff = 6000
        $0.velocityToCutoff = 2400
      },
      Layer(tines()) {
        $0.level = -18
        $0.transpose = 12
      },
    ]
  }

  private func warm() -> [Layer] {
    pad(sawEnsemble(), attack: 0.3, release: 0.9, cutoff: 600, level: -1) + [
      Layer(sine()) {
        $0.attack = 0.3
        $0.release = 0.9
        $0.level = -8
      }
    ]
  }

  private func polysynth() -> [Layer] {
    let base = Layer(sawEnsemble()) {
      $0.attack = 0.004
      $0.decay = 9
      $0.sustain = 12
      $0.release = 0.45
      $0.cutoff = 600
      $0.tracking = 0.4
      $0.resonance = 4
      $0.velocityToCutoff = 2200
      $0.sweepToCutoff = 2800
      $0.sweepDecay = 1.1
      $0.sweepSustain = 0.25
    }
    return base.widened(0.7, detune: 5)
  }

  private func spaceChoir() -> [Layer] {
    pad(aahs(), attack: 0.15, release: 1.3, cutoff: 6000, level: -2)
      + pad(oohs(), attack: 0.15, release: 1.3, cutoff: 6000, level: -6)
  }

  /// Rubbed glass: a few slowly beating modes, with a ringing attack.
  private func bowedGlass() -> [Layer] {
    let glass = set("Bowed Glass", [48, 68]) { key in
      Tone(
        key, seed: 92,
        level: { n, _ in [1: 1, 2: 0.3, 3: 0.1, 4: 0.3, 5: 0.07, 6: 0.14, 8: 0.1, 9: 0.05][Int(n)] ?? 0 }
      ) {
        $0.spread = 15
        $0.steady = 0.05
        $0.air = -44
        $0.airColour = { $0 > 1500 ? 1 / (1 + $0 / 6000) : 0 }
      }.wave()
    }
    return pad(glass, attack: 0.28, release: 1.2, cutoff: 1800, closing: 3400)
  }

  /// A spectrum of inharmonic partials.
  func metalSpectrum() -> SampleSet {
    set("Metal Spectrum", [45, 60, 76]) { key in
      let grid = LoopGrid(key: key, length: 32768, rate: 44100)
      var spectrum = Spectrum(length: grid.length, seed: 93 + key)
      let modes = [
        (1, 1.0), (2, 0.4), (2.76, 0.5), (3.48, 0.25), (4.07, 0.3), (5.4, 0.35), (6.7, 0.2), (8.93, 0.2),
        (11.3, 0.12), (14.2, 0.1), (18.9, 0.07),
      ]
      for (ratio, level) in modes where ratio * grid.frequency < 15000 {
        let bin = ratio * Double(grid.periods)
        if ratio < 3 { spectrum.addLine(bin: rounded(bin), level: level * 0.25, phase: ratio * 0.37) }
        spectrum.addBand(bin: bin, level: level * 0.9, width: max(1.5, bin * 0.005), phase: ratio * 0.37)
      }
      return Wave.ring(spectrum.points(), rate: grid.rate, key: key)
    }
  }

  private func metalPad() -> [Layer] {
    pad(metalSpectrum(), attack: 0.18, release: 1.3, cutoff: 5000, level: -2, closing: 2000)
      + pad(sawEnsemble(), attack: 0.25, release: 1.1, cutoff: 1300, level: -6)
  }

  private func halo() -> [Layer] {
    pad(oohs(), attack: 0.5, release: 1.4, cutoff: 5000, level: -2).map { $0.with { $0.tremoloToCutoff = 0 } }
      + pad(sawEnsemble(), attack: 0.45, release: 1.2, cutoff: 2600, level: -6).map {
        $0.with {
          $0.resonance = 6
          $0.tremoloToCutoff = 500
        }
      }
  }

  private func sweepPad() -> [Layer] {
    pad(sawEnsemble(), attack: 0.3, release: 1.2, cutoff: 350).map {
      $0.with {
        $0.resonance = 9
        $0.sweepToCutoff = 2400
        $0.sweepAttack = 1.9
        $0.sweepDecay = 4
        $0.sweepSustain = 0.4
        $0.tremoloRate = 0.31
        $0.tremoloToCutoff = 700
      }
    }
  }
}
