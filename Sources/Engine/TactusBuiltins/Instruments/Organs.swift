import TactusDSP

extension BankMaker {
  /// Programs 16–23: organs and free reeds.
  func addOrgans() {
    program(16, drawbarOrgan())
    program(17, percussiveOrgan())
    program(18, rockOrgan())
    program(19, churchOrgan())
    program(20, reedOrgan())
    program(21, accordion())
    program(22, harmonica())
    program(23, bandoneon())
  }

  /// Nine drawbars, 16' to 1', as on the Hammond tonewheel organ; each step is 3 dB.
  private func drawbars(_ name: String, _ registration: [Int], drive: Double = 0) -> SampleSet {
    set(name, [36, 46, 56, 66, 76, 86, 96]) { key in
      let ratios = [0.5, 1.5, 1, 2, 3, 4, 5, 6, 8]
      var partials: [(Double, Double)] = []
      for (ratio, step) in zip(ratios, registration) where step > 0 {
        // The highest drawbar pitches fold back an octave at the top of the manual.
        let folded = ratio * Wave.frequency(key) > 6000 ? ratio / 2 : ratio
        partials.append((folded, ExactMath.gain(decibels: Double(step - 8) * 3)))
      }
      var wave = Wave.harmonics(partials, key: key, seconds: 0.06, multiple: 2, seed: 16)
      if drive > 0 {
        // Filters the loop twice in a row and keeps the second pass, in which the filter has settled.
        let points = wave.normalized(1).points.driven(drive)
        let loop = Array(points[(wave.loop ?? points.indices)])
        let filtered = (loop + loop).filtered(.lowPass(2500, rate: wave.rate))
        wave = .ring(Array(filtered.suffix(loop.count)), rate: wave.rate, key: key)
        wave.removeMean()
      }
      return wave
    }
  }

  /// The key click of the nine drawbar contacts.
  private func keyClick() -> SampleSet {
    sound("Key Click") {
      var noise = Noise(seed: 16)
      let rate = 44100.0
      let burst = noise.white(Int(0.3 * rate)).filtered(.bandPass(2200, q: 0.7, rate: rate))
        .shaped(rate: rate, EnvelopeCurve.strike(0.2, attack: 0.0008))
      return Wave(points: burst, rate: rate, key: 60, loop: nil)
    }
  }

  private func click(_ level: Double) -> Layer {
    Layer(keyClick()) {
      $0.scale = 20
      $0.evened = false
      $0.level = level
    }
  }

  /// A pair of layers with the slow or fast modulation of a rotary speaker.
  private func rotating(_ set: SampleSet, _ hertz: Double, cents: Int, decibels: Double) -> [Layer] {
    let base = Layer(set) {
      $0.attack = 0.004
      $0.release = 0.06
      $0.tremoloRate = hertz
      $0.level = -3
    }
    return [
      base.with {
        $0.pan = -0.45
        $0.tremolo = decibels
        $0.tremoloToPitch = cents
      },
      base.with {
        $0.pan = 0.45
        $0.tremolo = -decibels * 0.4
        $0.tremoloToPitch = -cents
      },
    ]
  }

  private func drawbarOrgan() -> [Layer] {
    rotating(drawbars("Drawbars", [8, 6, 8, 5, 3, 3, 1, 1, 3]), 0.85, cents: 3, decibels: 1.2) + [click(-32)]
  }

  private func percussiveOrgan() -> [Layer] {
    let percussion = set("Organ Percussion", [48, 60, 72, 84]) {
      Wave.harmonics([(3, 1), (2, 0.5), (6, 0.4), (9, 0.2)], key: $0, seed: 17)
    }
    let body = rotating(drawbars("Jazz Drawbars", [8, 8, 8, 0, 0, 0, 0, 0, 0]), 6.2, cents: 4, decibels: 1)
    return body + [
      Layer(percussion) {
        $0.level = -1
        $0.decay = 0.75
        $0.sustain = 100
        $0.release = 0.1
      },
      click(-30),
    ]
  }

  private func rockOrgan() -> [Layer] {
    rotating(
      drawbars("Full Drawbars", [8, 7, 8, 7, 6, 6, 5, 5, 7], drive: 2.2), 6.6, cents: 8, decibels: 6) + [click(-29)]
  }

  /// A church organ: principals 8', 4', 2' and a mixture with slightly widened harmonics, and a quiet 16' rank below.
  private func churchOrgan() -> [Layer] {
    let pipes = set("Principals", [36, 48, 60, 74]) { key in
      Tone(
        key, seed: 19,
        level: { n, hertz in
          let rank = [1: 1.0, 2: 1.0, 3: 0.5, 4: 0.8, 6: 0.55, 8: 0.6, 12: 0.35, 16: 0.3][Int(n)] ?? 0.12
          return rank / (1 + hertz * hertz / (3000 * 3000))
        }
      ) {
        $0.spread = 2.2
        $0.steady = 0.88
        $0.air = -48
        $0.airColour = { 1 / (1 + $0 / 900) }
      }.wave()
    }
    let base = Layer(pipes) {
      $0.attack = 0.16
      $0.release = 0.9
      $0.reverb = 0.25
    }
    let sub = base.with {
      $0.transpose = -12
      $0.keys = 36...127
      $0.level = -9
    }
    return base.widened(0.8) + [sub]
  }

  /// A free reed: bright harmonics with smoothly falling levels, shaped by the resonance of its chamber.
  private func freeReeds(_ name: String, _ keys: [Int], dark: Double, air: Double = -50, _ formants: [Formants.Peak])
    -> SampleSet
  {
    set(name, keys) { key in
      let throat = Formants(floor: 0.25, formants)
      return Wave.player(key, seed: 20, air: air, steady: 0.97) { n, hertz in
        throat.level(hertz) / (1 + n * 0.12) / (1 + hertz * hertz / (dark * dark))
      }
    }
  }

  private func accordionReeds() -> SampleSet {
    freeReeds(
      "Accordion Reeds", [41, 54, 67, 81], dark: 3600,
      [.init(700, 500, 0), .init(1700, 900, -2), .init(3000, 1500, -6)])
  }

  private func reedOrgan() -> [Layer] {
    let reeds = Layer(
      freeReeds("Harmonium Reeds", [42, 60, 78], dark: 2400, [.init(500, 400, 0), .init(1300, 900, -3)])
    ) {
      $0.attack = 0.05
      $0.release = 0.2
      $0.tremoloRate = 5.8
      $0.tremolo = 0.2
      $0.cutoff = 5000
      $0.velocityToCutoff = 1200
    }
    return [
      reeds,
      reeds.with {
        $0.transpose = 12
        $0.level = -8
      },
    ]
  }

  private func accordion() -> [Layer] {
    let reeds = Layer(accordionReeds()) {
      $0.attack = 0.03
      $0.release = 0.14
      $0.cutoff = 9000
      $0.velocityToCutoff = 1800
      $0.level = -3
    }
    return [
      reeds.with {
        $0.pan = -0.35
        $0.tune = -6
      },
      reeds.with {
        $0.pan = 0.35
        $0.tune = 8
        $0.start = 0.5
      },
      reeds.with {
        $0.transpose = -12
        $0.level = -12
      },
    ]
  }

  private func harmonica() -> [Layer] {
    let reeds = freeReeds(
      "Harmonica Reeds", [55, 68, 82], dark: 3200,
      [.init(900, 500, 2), .init(2100, 900, -1), .init(3400, 1200, -8)])
    return [
      Layer(reeds) {
        $0.attack = 0.025
        $0.release = 0.12
        $0.vibrato = 6
        $0.vibratoDelay = 0.35
        $0.tremoloRate = 5.4
        $0.tremoloDelay = 0.35
        $0.tremolo = 0.5
        $0.tremoloToCutoff = 80
        $0.cutoff = 4200
        $0.tracking = 0.3
        $0.velocityToCutoff = 2400
        $0.sweepToPitch = -25
        $0.sweepDecay = 0.12
      }
    ]
  }

  private func bandoneon() -> [Layer] {
    let reeds = Layer(accordionReeds()) {
      $0.attack = 0.025
      $0.release = 0.12
      $0.cutoff = 5200
      $0.resonance = 2
      $0.velocityToCutoff = 3000
      $0.level = -2
    }
    return [
      reeds.with { $0.pan = -0.2 },
      // A second rank, a little sharp, beats with the first.
      reeds.with {
        $0.tune = 9
        $0.level = -5
        $0.start = 0.4
      },
      reeds.with {
        $0.transpose = 12
        $0.tune = 3
        $0.level = -6
        $0.pan = 0.25
      },
    ]
  }
}
