import TactusDSP

extension BankMaker {
  /// Programs 48–55: ensembles and voices.
  func addEnsembles() {
    program(48, sectionStrings(attack: 0.14, release: 0.38, cutoff: 11000))
    program(49, sectionStrings(attack: 0.38, release: 0.75, cutoff: 10000))
    program(50, synthStrings(attack: 0.08, release: 0.5, cutoff: 2800))
    program(51, synthStrings(attack: 0.3, release: 1.1, cutoff: 1800))
    program(52, choir(aahs(), attack: 0.11, cutoff: 9000))
    program(53, choir(oohs(), attack: 0.09, cutoff: 9000))
    program(54, synthVoice())
    program(55, orchestraHit())
  }

  func sectionStrings(attack: Double, release: Double, cutoff: Double) -> [Layer] {
    Layer(stringSection()) {
      $0.attack = attack
      $0.release = release
      $0.cutoff = cutoff
      $0.velocityToCutoff = 2200
      $0.velocityToAttack = -900
      $0.tracking = 0.15
      $0.sweepToCutoff = -1500
      $0.sweepDecay = attack * 3
      $0.vibrato = 3
      $0.vibratoRate = 5.2
      $0.vibratoDelay = 0.3
    }.widened(0.75)
  }

  func synthStrings(attack: Double, release: Double, cutoff: Double) -> [Layer] {
    Layer(sawEnsemble()) {
      $0.attack = attack
      $0.release = release
      $0.cutoff = cutoff
      $0.tracking = 0.3
      $0.velocityToCutoff = 2400
      $0.chorus = 0.15
    }.widened(0.8, detune: 4)
  }

  /// A choir: harmonics widened into bands and shaped by the formants of a vowel. The formants shift up with the key,
  /// from men's to women's voices. `hasGaps` makes the formants narrow, as in an open vowel.
  private func voices(
    _ name: String, _ keys: [Int], seed: Int, length: Int, slope: Double, floor: Double, hasGaps: Bool,
    _ vowel: [Formants.Peak]
  ) -> SampleSet {
    set(name, keys) { key in
      let shift = 1 + 0.0055 * Double(max(0, key - 50))
      let throat = Formants(floor: floor, vowel.map { .init($0.hertz * shift, $0.width * 1.15, $0.decibels) })
      // The vowel drifts while the note is held.
      let moved = Formants(
        floor: floor, throat.peaks.map { .init($0.hertz * 1.07, $0.width * 1.2, $0.decibels - 1.5) })
      func level(_ throat: Formants) -> (Double, Double) -> Double {
        { n, hertz in
          (hasGaps ? throat.steepLevel(hertz) : throat.level(hertz)) * ExactMath.exp2(-slope * ExactMath.log2(n))
        }
      }
      return Tone(key, seed: seed, level: level(throat)) {
        $0.length = length
        $0.spread = 11
        $0.steady = 0.2
        $0.ceiling = hasGaps ? 16000 : 12000
        $0.air = -28
        $0.otherLevel = level(moved)
        $0.airColour = { hertz in hertz > 400 ? throat.level(hertz) + 0.01 : 0 }
      }.wave()
    }
  }

  func aahs() -> SampleSet {
    voices(
      "Aah", [43, 54, 64, 75], seed: 52, length: 65536, slope: 0.62, floor: 0.0015, hasGaps: true,
      [.init(680, 110, 0), .init(1100, 130, -5), .init(2650, 220, -15), .init(3400, 300, -18), .init(250, 200, -12)])
  }

  func oohs() -> SampleSet {
    voices(
      "Ooh", [46, 60, 75], seed: 53, length: 32768, slope: 0.9, floor: 0.002, hasGaps: false,
      [.init(340, 90, 0), .init(760, 120, -8), .init(2500, 260, -22), .init(3300, 300, -25)])
  }

  func choir(_ set: SampleSet, attack: Double, cutoff: Double) -> [Layer] {
    Layer(set) {
      $0.attack = attack
      $0.release = 0.4
      $0.cutoff = cutoff
      $0.velocityToCutoff = 1800
      $0.velocityToAttack = -900
      $0.vibrato = 6
      $0.vibratoRate = 5.1
      $0.vibratoDelay = 0.25
    }.widened(0.7)
  }

  private func synthVoice() -> [Layer] {
    let vowel = Layer(aahs()) {
      $0.attack = 0.05
      $0.release = 0.35
      $0.cutoff = 7000
      $0.tracking = 0.2
      $0.velocityToCutoff = 2400
      $0.vibrato = 8
      $0.vibratoDelay = 0.3
    }.widened(0.5)
    let pulses = Layer(pulse()) {
      $0.attack = 0.06
      $0.release = 0.3
      $0.cutoff = 900
      $0.resonance = 8
      $0.tracking = 0.3
      $0.level = -10
      $0.vibrato = 8
      $0.vibratoDelay = 0.3
    }
    return vowel + [pulses]
  }

  /// The orchestra hit: all sections at once, over several octaves, with a drum.
  private func orchestraHit() -> [Layer] {
    let hit = sound("Orchestra Hit") {
      let rate = 44100.0
      let tones = [(24, 0.6), (36, 1.0), (48, 1.0), (60, 1.0), (63, 0.45), (67, 0.5), (72, 0.7), (84, 0.35)]
      var points = [Float](repeating: 0, count: 32768)
      for (key, level) in tones {
        let wave = Tone(key, seed: 55, level: { n, hertz in 1 / n / (1 + hertz / 4500) }) {
          $0.length = 32768
          $0.spread = 16
          $0.steady = 0.2
        }.wave().normalized(1)
        // Samples of different keys have slightly different rates; each is resampled to a common one.
        let step = wave.rate / rate
        for i in points.indices {
          let x = 8 + Double(i) * step
          let whole = Int(x)
          guard whole + 1 < wave.points.count else { break }
          let part = Float(x - Double(whole))
          points[i] += Float(level) * (wave.points[whole] * (1 - part) + wave.points[whole + 1] * part)
        }
      }
      points = points.swept(rate: rate) { 600 + 9000 * ExactMath.exp2(-$0 * 9) }
      points = points.shaped(rate: rate) { t in
        min(1, 0.25 + t / 0.07) * (0.3 * ExactMath.exp2(-t * 3.5) + 0.7 * ExactMath.exp2(-t * 8))
      }
      var wave = Wave(points: points, rate: rate, key: 60, loop: nil).normalized(1)
      wave.points = wave.points.driven(2)
      wave.addTouch(0.35, hertz: 75, q: 1.2, seconds: 0.3, seed: 55)
      wave.addTouch(0.3, hertz: 3000, q: 0.5, seconds: 0.05, seed: 56)
      wave.fadeOut(0.1)
      return wave
    }
    return [Layer(hit) { $0.release = 0.7 }]
  }
}
