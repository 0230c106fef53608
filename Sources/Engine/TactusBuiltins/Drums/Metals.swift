import TactusDSP

/// Hi-hats, cymbals, and other ringing metal.
enum Metals {
  static func closedHat(seed: Int = 42) -> Wave {
    var s = Strike(seconds: 0.2, seed: seed)
    s.cymbal(1, modes: 260, low: 2600, high: 20000, tilt: 1.4, ring: 0.2, highRing: 0.16, bloom: 0.0004)
    s.hiss(0.45, above: 8500, below: 20000, ring: 0.12)
    s.hiss(0.25, above: 3500, ring: 0.008)
    s.wash(-15, corner: 200, treble: -34, seconds: 0.3)
    return s.wave()
  }

  static func pedalHat() -> Wave {
    var s = Strike(seconds: 0.2, seed: 44)
    s.cymbal(1, modes: 220, low: 2000, high: 20000, tilt: 1.2, ring: 0.2, highRing: 0.14, bloom: 0.006)
    s.hiss(0.35, above: 8000, below: 20000, ring: 0.12, attack: 0.008)
    s.wash(-14, corner: 200, treble: -34, seconds: 0.3)
    return s.wave()
  }

  static func openHat() -> Wave {
    var s = Strike(seconds: 0.9, seed: 46)
    s.cymbal(1, modes: 380, low: 500, high: 18500, tilt: 0.5, ring: 2.0, highRing: 1.1, bloom: 0.002)
    s.hiss(0.07, above: 6000, ring: 0.5)
    s.hiss(0.2, above: 3500, ring: 0.012)
    return s.ringing(from: 0.5, loop: 0.4, fall: 36)
  }

  static func crash() -> Wave {
    var s = Strike(seconds: 1.5, seed: 49)
    s.cymbal(1, modes: 300, low: 220, high: 18500, tilt: 0.12, ring: 3.6, highRing: 1.5, bloom: 0.006)
    s.hiss(0.2, above: 3000, ring: 1.6, attack: 0.003)
    s.hiss(0.4, above: 2000, ring: 0.02)
    s.burst(0.3, hertz: 420, q: 0.6, ring: 0.08)
    return s.ringing(from: 0.85, loop: 0.6, fall: 20)
  }

  static func china() -> Wave {
    var s = Strike(seconds: 1.0, seed: 52)
    s.cymbal(1, modes: 360, low: 260, high: 17000, tilt: -0.15, ring: 1.6, highRing: 0.8, bloom: 0.003)
    s.hiss(0.3, above: 1200, below: 9000, ring: 0.25)
    s.through { $0.driven(1.4) }
    return s.ringing(from: 0.55, loop: 0.45, fall: 40)
  }

  static func ride() -> Wave {
    var s = Strike(seconds: 1.3, seed: 51)
    s.cymbal(0.8, modes: 240, low: 300, high: 19000, tilt: 0.55, ring: 3.0, highRing: 1.8, bloom: 0.008)
    s.modes(
      [
        Mode(3150, 0.32, 0.7), Mode(4280, 0.36, 0.6), Mode(5570, 0.3, 0.5), Mode(2240, 0.18, 0.9),
        Mode(7350, 0.2, 0.35),
      ])
    s.hiss(0.9, above: 7000, below: 20000, ring: 0.06)
    s.hiss(0.25, above: 6000, below: 20000, ring: 1.0)
    return s.ringing(from: 0.7, loop: 0.55, fall: 22)
  }

  static func rideBell() -> Wave {
    var s = Strike(seconds: 1.2, seed: 53)
    s.modes(
      [
        Mode(742, 0.5, 1.6), Mode(1190, 0.7, 1.7), Mode(1815, 0.9, 1.5), Mode(2533, 0.7, 1.2), Mode(3398, 0.6, 0.9),
        Mode(4480, 0.4, 0.7), Mode(5950, 0.25, 0.5), Mode(1201, 0.3, 1.6),
      ])
    s.cymbal(0.7, modes: 300, low: 400, high: 18000, tilt: 0.3, ring: 2.4, highRing: 1.4, bloom: 0.004)
    s.hiss(0.7, above: 5000, below: 20000, ring: 0.05)
    return s.ringing(from: 0.7, loop: 0.5, fall: 28)
  }

  /// The frequencies in hertz of six square waves: those of the analog TR-808 drum machine of 1980, times 1.6.
  private static let six = [205.3, 304.4, 369.6, 522.7, 540.0, 800.0].map { $0 * 1.6 }

  static func analogueClosedHat() -> Wave {
    var s = Strike(seconds: 0.09, seed: 253)
    s.squares(1, six, highPass: 7000, ring: 0.075)
    return s.wave(fade: 0.01)
  }

  static func analogueOpenHat() -> Wave {
    var s = Strike(seconds: 0.4, seed: 254)
    s.squares(1, six, highPass: 6500, ring: 0.5)
    return s.wave(fade: 0.1)
  }

  static func cowbell() -> Wave {
    var s = Strike(seconds: 0.26, seed: 56)
    s.modes(
      [
        Mode(562, 0.9, 0.3), Mode(845, 1, 0.26), Mode(1450, 0.3, 0.14), Mode(2190, 0.35, 0.12), Mode(2980, 0.22, 0.1),
        Mode(4260, 0.15, 0.06),
      ])
    s.modes([Mode(5600, 0.2, 0.2), Mode(7300, 0.18, 0.15), Mode(9400, 0.14, 0.1), Mode(11800, 0.1, 0.08)])
    s.hiss(0.6, above: 2500, ring: 0.04)
    s.wash(-20, corner: 5000, treble: -8, seconds: 0.4)
    return s.wave(fade: 0.05)
  }

  static func analogueCowbell() -> Wave {
    var s = Strike(seconds: 0.26, seed: 255)
    s.squares(1, [540, 800], highPass: 500, ring: 0.26)
    s.through { $0.filtered(.bandPass(880, q: 1.2, rate: 44100)) }
    return s.wave(fade: 0.05)
  }

  static func agogo() -> Wave {
    var s = Strike(seconds: 0.3, seed: 67)
    s.modes([
      Mode(880, 0.55, 0.5), Mode(2243, 0.7, 0.4), Mode(3450, 0.8, 0.5), Mode(4680, 0.9, 0.45), Mode(6900, 0.8, 0.4),
      Mode(9200, 0.6, 0.3),
    ])
    s.modes([Mode(8100, 0.4, 0.3), Mode(10700, 0.4, 0.25), Mode(12900, 0.3, 0.2), Mode(15300, 0.25, 0.15)])
    s.hiss(0.5, above: 5500, ring: 0.03)
    s.wash(-30, corner: 6000, treble: -6, seconds: 0.5)
    return s.wave(fade: 0.08)
  }

  static func triangle() -> Wave {
    var s = Strike(seconds: 1.0, seed: 81)
    s.modes(
      [
        Mode(1190, 0.1, 2), Mode(2605, 0.1, 3), Mode(4020, 0.2, 3), Mode(5240, 0.4, 3.2), Mode(5257, 0.25, 3),
        Mode(6590, 0.7, 2.4),
        Mode(8120, 0.6, 2), Mode(9850, 0.5, 1.6), Mode(11760, 0.6, 1.4), Mode(13300, 0.6, 1.2), Mode(15100, 0.5, 1),
        Mode(16900, 0.4, 0.8),
      ])
    s.modes([Mode(9870, 0.6, 1.5), Mode(11790, 0.5, 1.3), Mode(8900, 0.3, 1.6), Mode(18300, 0.3, 0.7)])
    s.hiss(0.6, above: 9000, below: 20000, ring: 0.03)
    s.wash(-34, corner: 8000, treble: 0, seconds: 0.8)
    return s.ringing(from: 0.55, loop: 0.4, fall: 20)
  }

  static func tambourine() -> Wave {
    var s = Strike(seconds: 0.45, seed: 54)
    for (index, start) in [0.0, 0.011, 0.024, 0.041].enumerated() {
      let gain = [1, 0.7, 0.5, 0.35][index]
      s.burst(0.5 * gain, hertz: 9600, q: 1.4, ring: 0.3, at: start)
      s.burst(0.3 * gain, hertz: 6400, q: 1.2, ring: 0.3, at: start)
    }
    s.modes([Mode(7300, 0.2, 0.16), Mode(9150, 0.2, 0.14), Mode(10900, 0.15, 0.12)])
    s.burst(0.35, hertz: 420, q: 0.8, ring: 0.03)
    s.hiss(0.2, above: 5000, below: 20000, ring: 0.3)
    s.wash(-30, seconds: 0.4)
    return s.wave()
  }

  static func jingleBells() -> Wave {
    var s = Strike(seconds: 0.5, seed: 83)
    var noise = Noise(seed: 83)
    for start in [0.0, 0.018, 0.04, 0.07, 0.105] {
      for _ in 0..<5 {
        let hertz = noise.within(5200...12500)
        s.modes([Mode(hertz, 0.25, noise.within(0.12...0.3))], at: start)
      }
    }
    s.hiss(0.35, above: 4000, below: 18000, ring: 0.4, attack: 0.03)
    s.wash(-30, seconds: 0.4)
    return s.wave(fade: 0.1)
  }

  static func bellTree() -> Wave {
    var s = Strike(seconds: 1.6, seed: 84)
    for i in 0..<24 {
      let hertz = 12500 * ExactMath.exp2(-Double(i) / 14)
      s.modes(
        [Mode(hertz, 0.5, 1.2), Mode(hertz * 1.42, 0.4, 0.8), Mode(hertz * 1.93, 0.3, 0.5)].filter { $0.ratio < 18000 },
        at: Double(i) * 0.028)
    }
    s.hiss(0.25, above: 3000, below: 18000, ring: 1.4, attack: 0.2)
    s.wash(-30, seconds: 1.2)
    return s.wave(fade: 0.3)
  }

  /// A vibraslap: a series of decaying rattles.
  static func vibraslap() -> Wave {
    var s = Strike(seconds: 0.68, seed: 58)
    for i in 0..<22 {
      let gain = ExactMath.exp2(-Double(i) / 7)
      s.burst(0.8 * gain, hertz: 4700, q: 1.0, ring: 0.05, at: Double(i) * 0.031)
      s.burst(0.4 * gain, hertz: 2400, q: 1.5, ring: 0.05, at: Double(i) * 0.031)
    }
    s.hiss(0.3, above: 2500, below: 18000, ring: 0.7)
    return s.wave(fade: 0.2)
  }

  static func metronomeBell() -> Wave {
    var s = Strike(seconds: 0.3, seed: 34)
    s.modes([
      Mode(2100, 1, 0.5), Mode(4210, 0.4, 0.3), Mode(5800, 0.6, 0.5), Mode(8600, 0.8, 0.5), Mode(11900, 0.8, 0.5),
      Mode(14300, 0.6, 0.5),
    ])
    s.wash(-34, corner: 300, treble: -10, seconds: 0.5)
    return s.wave(fade: 0.1)
  }
}
