import TactusDSP

extension BankMaker {
  /// Programs 0–7: pianos and other keyboards.
  func addPianos() {
    let grand = grandPiano()
    program(0, grand)
    program(
      1,
      grand.map {
        $0.with {
          $0.dampen(from: 17000, to: 7000, in: 5.5)
          $0.velocityToCutoff = 2600
        }
      })
    program(2, electricGrand())
    program(3, honkyTonk())
    program(4, tinePiano())
    program(5, fmPiano())
    program(6, harpsichord())
    program(7, clavinet())
  }

  /// A grand piano, which plays the samples of two neighboring root keys at a time, one left and one right. This
  /// sounds as wide as a stereo recording but needs half the memory.
  private func grandPiano() -> [Layer] {
    let base = Layer(pianoStrings()) {
      $0.release = 0.8
      $0.dampen(from: 9000, to: 3600, in: 5.5)
      $0.tracking = 0.45
      $0.velocityToCutoff = 4200
      $0.decayTracking = 62
      $0.keyPan = 0.25
      $0.level = -3
    }
    let sides = [
      base.with {
        $0.choice = .below
        $0.pan = -0.35
      },
      base.with {
        $0.choice = .above
        $0.pan = 0.35
      },
    ]
    return sides.flatMap { $0.voiced(pianoStrings()) }
  }

  private func pianoStrings() -> Dynamics {
    dynamics(
      "Piano", [24, 33, 42, 50, 57, 64, 71, 78, 86, 94, 103], soft: [24, 38, 50, 60, 70, 82, 97], Keyboards.pianoString)
  }

  private func electricGrand() -> [Layer] {
    let base = Layer(pianoStrings()) {
      $0.release = 0.5
      $0.dampen(from: 15000, to: 3200, in: 4)
      $0.resonance = 4
      $0.velocityToCutoff = 4200
      $0.decayTracking = 62
      $0.chorus = 0.25
      $0.level = -3
    }
    return [
      base.with {
        $0.pan = -0.5
        $0.tune = -1
      },
      base.with {
        $0.pan = 0.5
        $0.tune = 1
      },
      Layer(tines()) {
        $0.level = -17
        $0.release = 0.4
      },
    ]
  }

  private func honkyTonk() -> [Layer] {
    let base = Layer(pianoStrings()) {
      $0.release = 0.6
      $0.dampen(from: 17000, to: 5000, in: 5)
      $0.velocityToCutoff = 2600
      $0.decayTracking = 62
      $0.level = -3
    }
    let sides = [
      base.with {
        $0.pan = -0.4
        $0.tune = -9
      },
      base.with {
        $0.pan = 0.4
        $0.tune = 11
      },
    ]
    return sides.flatMap { $0.voiced(pianoStrings()) }
  }

  /// An electric piano with tines: the tine's body, and the bark of the pickup, which grows with velocity.
  private func tinePiano() -> [Layer] {
    let body = set("Tine body", [32, 48, 63, 79], Keyboards.tineBody)
    return [
      Layer(body) {
        $0.release = 0.35
        $0.cutoff = 4200
        $0.tracking = 0.6
        $0.velocityToCutoff = 1200
        $0.decayTracking = 40
        $0.tremoloRate = 4.6
        $0.tremolo = 0.6
      },
      Layer(tines()) {
        $0.level = -22
        $0.velocityToLevel = 300
        $0.release = 0.3
        $0.pan = 0.1
      },
    ]
  }

  private func fmPiano() -> [Layer] {
    let base = Layer(fmPianoTones()) {
      $0.release = 0.45
      $0.cutoff = 7500
      $0.tracking = 0.5
      $0.velocityToCutoff = 4200
      $0.decayTracking = 40
      $0.level = -3
    }
    return [
      base.with {
        $0.pan = -0.5
        $0.tune = -4
      },
      base.with {
        $0.pan = 0.5
        $0.tune = 4
      },
      Layer(tines()) {
        $0.level = -9
        $0.velocityToLevel = 600
        $0.release = 0.3
      },
    ]
  }

  func fmPianoTones() -> SampleSet {
    set("FM piano", [36, 51, 66, 83], Keyboards.fmPianoBody)
  }

  /// The bell-like stroke of the hammer on the tine, which decays within half a second.
  func tines() -> SampleSet {
    set("Tine stroke", [40, 54, 68, 82, 96], Keyboards.tineStroke)
  }

  private func harpsichord() -> [Layer] {
    let strings = set("Harpsichord", [33, 46, 59, 73], Keyboards.harpsichordString)
    let eight = Layer(strings) {
      $0.release = 0.35
      $0.decayTracking = 40
      $0.keyPan = 0.3
      $0.dampen(from: 19000, to: 6000, in: 4)
      $0.velocityToCutoff = 1000
    }
    return [
      eight,
      eight.with {
        $0.transpose = 12
        $0.tune = 2
        $0.level = -9
        $0.pan = 0.2
      },
    ]
  }

  private func clavinet() -> [Layer] {
    let strings = set("Clavinet", [34, 48, 62, 76], Keyboards.clavinetString)
    return [
      Layer(strings) {
        $0.release = 0.09
        $0.decayTracking = 40
        $0.dampen(from: 8000, to: 2000, in: 2.5)
        $0.tracking = 0.4
        $0.resonance = 3
        $0.velocityToCutoff = 2000
      }
    ]
  }
}
