import TactusDSP

extension BankMaker {
  /// Programs 96–103: synthesizer effects.
  func addSynthEffects() {
    program(96, iceRain())
    program(97, soundtrack())
    program(98, crystal())
    program(99, atmosphere())
    program(100, brightness())
    program(101, goblins())
    program(102, echoDrops())
    program(103, starTheme())
  }

  private func iceRain() -> [Layer] {
    let drops = Layer(musicBox()) {
      $0.release = 1.2
      $0.transpose = 12
      $0.level = -5
    }
    return pad(sawEnsemble(), attack: 0.15, release: 1.2, cutoff: 1700, level: -4) + [
      drops,
      drops.with {
        $0.delay = 0.19
        $0.transpose = 24
        $0.level = -12
        $0.pan = -0.6
      },
      drops.with {
        $0.delay = 0.33
        $0.transpose = 19
        $0.level = -15
        $0.pan = 0.6
      },
    ]
  }

  private func soundtrack() -> [Layer] {
    let root = pad(stringSection(), attack: 0.5, release: 1.5, cutoff: 2000, level: -3)
    return root
      + pad(sawEnsemble(), attack: 0.5, release: 1.4, cutoff: 1100, level: -7).map {
        $0.with { $0.transpose = 7 }
      }
  }

  private func crystal() -> [Layer] {
    let bell = set("Crystal", [54, 77]) { key in
      var wave = Modal.tuned(
        [
          Mode(1, 1, 3.5), Mode(2, 0.3, 2), Mode(3.0, 0.45, 1.6), Mode(5.2, 0.3, 1), Mode(7.8, 0.3, 0.7),
          Mode(11.4, 0.16, 0.4),
        ], key: key, rate: 44100, length: 1.0, loop: 0.1, seed: 98,
        attack: AttackNoise(-38, corner: 5000, treble: -8, seconds: 0.6))
      wave.addTouch(0.12, hertz: 6000, q: 0.8, seconds: 0.01, seed: 98)
      return wave
    }
    return Layer(bell) {
      $0.attack = 0.02
      $0.release = 1.2
      $0.level = -2
      $0.velocityToCutoff = 2400
      $0.cutoff = 12000
    }.pair(0.6, detune: 5) + pad(metalSpectrum(), attack: 0.03, release: 1.2, cutoff: 5000, level: -16)
  }

  private func atmosphere() -> [Layer] {
    nylonGuitar().map {
      $0.with {
        $0.level = -2
        $0.release = 0.9
      }
    } + pad(sawEnsemble(), attack: 0.1, release: 1.2, cutoff: 800, level: -9, closing: 2200)
  }

  private func brightness() -> [Layer] {
    Layer(tines()) {
      $0.level = -16
      $0.release = 0.6
    }.pair(0.5, detune: 4) + pad(sawEnsemble(), attack: 0.03, release: 0.9, cutoff: 3600, level: -4)
      + pad(aahs(), attack: 0.12, release: 0.9, cutoff: 4500, level: -7)
  }

  private func goblins() -> [Layer] {
    pad(metalSpectrum(), attack: 0.5, release: 1.6, cutoff: 900, level: -3).enumerated().map { index, layer in
      layer.with {
        $0.resonance = 9
        $0.tremoloRate = index == 0 ? 0.7 : 0.9
        $0.tremoloToPitch = index == 0 ? 35 : -35
        $0.tremoloToCutoff = 1500
        $0.sweepToPitch = -90
        $0.sweepDecay = 1.2
      }
    } + pad(oohs(), attack: 0.7, release: 1.5, cutoff: 3000, level: -5)
  }

  private func echoDrops() -> [Layer] {
    let drop = Layer(pulse()) {
      $0.level = -6
      $0.decay = 1.1
      $0.sustain = 100
      $0.release = 1
      $0.cutoff = 500
      $0.resonance = 4
      $0.velocityToCutoff = 300
      $0.sweepToCutoff = 900
      $0.sweepDecay = 0.3
    }
    return [
      drop,
      drop.with {
        $0.delay = 0.24
        $0.level = -9
        $0.pan = -0.7
      },
      drop.with {
        $0.delay = 0.48
        $0.level = -13
        $0.pan = 0.7
      },
      drop.with {
        $0.delay = 0.72
        $0.level = -17
        $0.pan = -0.5
      },
    ] + pad(sawEnsemble(), attack: 0.2, release: 0.9, cutoff: 900, level: -1)
  }

  private func starTheme() -> [Layer] {
    pad(metalSpectrum(), attack: 0.06, release: 1.4, cutoff: 2200, level: -4, closing: 3600).map {
      $0.with {
        $0.tremoloRate = 5.5
        $0.tremoloToPitch = 9
      }
    } + pad(sawEnsemble(), attack: 0.2, release: 1.3, cutoff: 900, level: -11, closing: 2600) + [
      Layer(musicBox()) {
        $0.release = 1.2
        $0.attack = 0.2
        $0.level = -3
        $0.transpose = 12
      }
    ]
  }
}
