import TactusDSP

/// Hi-hats, cymbals, and other ringing metal.
enum Metals {
  static func closedHat() -> Wave {
    var s = Strike(seconds: 0.13, rate: 36000, seed: 42)
    s.cymbal(1, modes: 150, low: 1300, high: 15500, tilt: 0.5, ring: 0.16, highRing: 0.10, bloom: 0.0004)
    s.hiss(0.12, above: 6500, ring: 0.07)
    s.hiss(0.25, above: 3500, ring: 0.008)
    return s.wave()
  }

  static func pedalHat() -> Wave {
    var s = Strike(seconds: 0.12, rate: 32000, seed: 44)
    s.cymbal(1, modes: 120, low: 900, high: 13500, tilt: 0.2, ring: 0.14, highRing: 0.08, bloom: 0.006)
    s.burst(0.1, hertz: 700, q: 0.8, ring: 0.04)
    return s.wave()
  }

  static func openHat() -> Wave {
    var s = Strike(seconds: 0.56, rate: 34000, seed: 46)
    s.cymbal(1, modes: 280, low: 1100, high: 15000, tilt: 0.45, ring: 1.3, highRing: 0.75, bloom: 0.002)
    s.hiss(0.07, above: 6000, ring: 0.5)
    s.hiss(0.2, above: 3500, ring: 0.012)
    return s.ringing(from: 0.34, loop: 0.2, fall: 52)
  }

  static func crash() -> Wave {
    var s = Strike(seconds: 0.9, rate: 34000, seed: 49)
    s.cymbal(1, modes: 560, low: 220, high: 15500, tilt: 0.12, ring: 3.6, highRing: 1.5, bloom: 0.006)
    s.hiss(0.16, above: 3000, ring: 0.5, attack: 0.003)
    s.hiss(0.4, above: 2000, ring: 0.02)
    s.burst(0.3, hertz: 420, q: 0.6, ring: 0.08)
    return s.ringing(from: 0.52, loop: 0.38, fall: 20)
  }

  static func china() -> Wave {
    var s = Strike(seconds: 0.6, rate: 28000, seed: 52)
    s.cymbal(1, modes: 360, low: 260, high: 12500, tilt: -0.15, ring: 1.6, highRing: 0.8, bloom: 0.003)
    s.hiss(0.3, above: 1200, below: 9000, ring: 0.25)
    s.through { $0.driven(1.4) }
    return s.ringing(from: 0.34, loop: 0.24, fall: 40)
  }

  static func ride() -> Wave {
    var s = Strike(seconds: 0.75, rate: 30000, seed: 51)
    s.cymbal(0.8, modes: 320, low: 260, high: 13500, tilt: 0.15, ring: 3.4, highRing: 1.4, bloom: 0.02)
    s.modes(
      [
        Mode(3150, 0.32, 0.7), Mode(4280, 0.36, 0.6), Mode(5570, 0.3, 0.5), Mode(2240, 0.18, 0.9),
        Mode(7350, 0.2, 0.35),
      ])
    s.hiss(0.45, above: 4500, ring: 0.012)
    return s.ringing(from: 0.42, loop: 0.3, fall: 19)
  }

  static func rideBell() -> Wave {
    var s = Strike(seconds: 0.5, rate: 28000, seed: 53)
    s.modes(
      [
        Mode(742, 0.5, 1.6), Mode(1190, 0.7, 1.7), Mode(1815, 0.9, 1.5), Mode(2533, 0.7, 1.2), Mode(3398, 0.6, 0.9),
        Mode(4480, 0.4, 0.7), Mode(5950, 0.25, 0.5), Mode(1201, 0.3, 1.6),
      ])
    s.cymbal(0.35, modes: 60, low: 900, high: 12500, tilt: 0, ring: 1.8, highRing: 0.8, bloom: 0.01)
    s.hiss(0.4, above: 4000, ring: 0.01)
    return s.ringing(from: 0.28, loop: 0.2, fall: 32)
  }

  /// The frequencies in hertz of six square waves: those of the analog TR-808 drum machine of 1980, times 1.6.
  private static let six = [205.3, 304.4, 369.6, 522.7, 540.0, 800.0].map { $0 * 1.6 }

  static func analogueClosedHat() -> Wave {
    var s = Strike(seconds: 0.09, rate: 36000, seed: 253)
    s.squares(1, six, highPass: 7000, ring: 0.075)
    return s.wave(fade: 0.01)
  }

  static func analogueOpenHat() -> Wave {
    var s = Strike(seconds: 0.4, rate: 32000, seed: 254)
    s.squares(1, six, highPass: 6500, ring: 0.5)
    return s.wave(fade: 0.1)
  }

  static func cowbell() -> Wave {
    var s = Strike(seconds: 0.26, rate: 28000, seed: 56)
    s.modes(
      [
        Mode(562, 0.9, 0.3), Mode(845, 1, 0.26), Mode(1450, 0.3, 0.14), Mode(2190, 0.35, 0.12), Mode(2980, 0.22, 0.1),
        Mode(4260, 0.15, 0.06),
      ])
    s.hiss(0.25, above: 2500, ring: 0.01)
    return s.wave(fade: 0.05)
  }

  static func analogueCowbell() -> Wave {
    var s = Strike(seconds: 0.26, rate: 24000, seed: 255)
    s.squares(1, [540, 800], highPass: 500, ring: 0.26)
    s.through { $0.filtered(.bandPass(880, q: 1.2, rate: 24000)) }
    return s.wave(fade: 0.05)
  }

  static func agogo() -> Wave {
    var s = Strike(seconds: 0.3, rate: 28000, seed: 67)
    s.modes([
      Mode(880, 0.55, 0.5), Mode(2243, 0.7, 0.4), Mode(3450, 0.65, 0.34), Mode(4680, 0.6, 0.3), Mode(6900, 0.35, 0.16),
      Mode(9200, 0.2, 0.1),
    ])
    s.hiss(0.25, above: 3500, ring: 0.01)
    return s.wave(fade: 0.08)
  }

  static func triangle() -> Wave {
    var s = Strike(seconds: 0.5, rate: 34000, seed: 81)
    s.modes(
      [
        Mode(1190, 0.1, 2), Mode(2605, 0.3, 3), Mode(4020, 0.6, 3), Mode(5240, 0.9, 3.2), Mode(5257, 0.5, 3),
        Mode(6590, 0.7, 2.4),
        Mode(8120, 0.6, 2), Mode(9850, 0.5, 1.6), Mode(11760, 0.4, 1.2), Mode(13300, 0.3, 0.9),
      ])
    s.hiss(0.3, above: 7000, ring: 0.006)
    return s.ringing(from: 0.26, loop: 0.22, fall: 20)
  }

  static func tambourine() -> Wave {
    var s = Strike(seconds: 0.2, rate: 36000, seed: 54)
    for (index, start) in [0.0, 0.011, 0.024, 0.041].enumerated() {
      let gain = [1, 0.7, 0.5, 0.35][index]
      s.burst(0.5 * gain, hertz: 9600, q: 1.4, ring: 0.1, at: start)
      s.burst(0.3 * gain, hertz: 6400, q: 2.2, ring: 0.08, at: start)
    }
    s.modes([Mode(7300, 0.2, 0.16), Mode(9150, 0.2, 0.14), Mode(10900, 0.15, 0.12)])
    s.burst(0.35, hertz: 420, q: 0.8, ring: 0.03)
    return s.wave()
  }

  static func jingleBells() -> Wave {
    var s = Strike(seconds: 0.4, rate: 32000, seed: 83)
    var noise = Noise(seed: 83)
    for start in [0.0, 0.018, 0.04, 0.07, 0.105] {
      for _ in 0..<5 {
        let hertz = noise.within(5200...12500)
        s.modes([Mode(hertz, 0.25, noise.within(0.12...0.3))], at: start)
      }
    }
    return s.wave(fade: 0.1)
  }

  static func bellTree() -> Wave {
    var s = Strike(seconds: 0.9, rate: 26000, seed: 84)
    for i in 0..<24 {
      let hertz = 10500 * ExactMath.exp2(-Double(i) / 14)
      s.modes(
        [Mode(hertz, 0.5, 0.7), Mode(hertz * 1.42, 0.25, 0.4)].filter { $0.ratio < 12000 }, at: Double(i) * 0.028)
    }
    return s.wave(fade: 0.3)
  }

  /// A vibraslap: a series of decaying rattles.
  static func vibraslap() -> Wave {
    var s = Strike(seconds: 0.68, rate: 18000, seed: 58)
    for i in 0..<22 {
      let gain = ExactMath.exp2(-Double(i) / 7)
      s.burst(0.8 * gain, hertz: 2700, q: 3, ring: 0.03, at: Double(i) * 0.031)
      s.burst(0.4 * gain, hertz: 1150, q: 3, ring: 0.03, at: Double(i) * 0.031)
    }
    return s.wave(fade: 0.2)
  }

  static func metronomeBell() -> Wave {
    var s = Strike(seconds: 0.3, rate: 24000, seed: 34)
    s.modes([Mode(2100, 1, 0.5), Mode(4210, 0.4, 0.3), Mode(5800, 0.3, 0.2), Mode(8600, 0.15, 0.1)])
    return s.wave(fade: 0.1)
  }
}
