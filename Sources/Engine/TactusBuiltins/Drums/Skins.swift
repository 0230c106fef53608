import TactusDSP

/// Kicks, snares, toms and the other membrane sounds of the kit.
enum Skins {
  static func standardKick() -> Wave {
    var s = Strike(seconds: 0.34, seed: 36)
    s.drop(1, from: 190, to: 56, within: 0.022, ring: 0.34, attack: 0.001)
    s.drop(0.35, from: 340, to: 120, within: 0.012, ring: 0.1)
    s.burst(0.5, hertz: 2900, q: 0.5, ring: 0.03)
    s.burst(0.25, hertz: 600, q: 0.6, ring: 0.14)
    s.through { $0.driven(1.5) }
    s.wash(-33, corner: 1500, treble: -16, seconds: 0.45)
    return s.wave()
  }

  static func tightKick() -> Wave {
    var s = Strike(seconds: 0.26, seed: 35)
    s.drop(1, from: 165, to: 66, within: 0.018, ring: 0.24, attack: 0.0015)
    s.drop(0.4, from: 300, to: 150, within: 0.01, ring: 0.07)
    s.burst(0.5, hertz: 2200, q: 0.5, ring: 0.03)
    s.burst(0.2, hertz: 420, q: 0.9, ring: 0.06)
    s.burst(0.2, hertz: 4000, q: 0.5, ring: 0.05)
    s.wash(-36, corner: 1500, treble: -14, seconds: 0.28)
    return s.wave()
  }

  static func powerKick() -> Wave {
    var s = Strike(seconds: 0.4, seed: 16)
    s.drop(1, from: 230, to: 50, within: 0.026, ring: 0.42, attack: 0.0006)
    s.burst(0.5, hertz: 3600, q: 0.6, ring: 0.02)
    s.burst(0.25, hertz: 900, q: 0.6, ring: 0.06)
    s.through { $0.driven(3.2) }
    return s.wave()
  }

  static func electronicKick() -> Wave {
    var s = Strike(seconds: 0.34, seed: 24)
    s.drop(1, from: 420, to: 48, within: 0.03, ring: 0.36, attack: 0.0004)
    s.burst(0.12, hertz: 4500, ring: 0.008)
    s.through { $0.driven(2) }
    return s.wave()
  }

  /// The long boom of an analog drum machine: a decaying sine.
  static func boomKick() -> Wave {
    var s = Strike(seconds: 0.62, seed: 25)
    s.drop(1, from: 130, to: 49, within: 0.012, ring: 0.95, attack: 0.0015)
    s.burst(0.1, hertz: 2000, ring: 0.006)
    s.wash(-50, seconds: 0.4)
    return s.wave(fade: 0.1)
  }

  static func concertBassDrum() -> Wave {
    var s = Strike(seconds: 0.85, seed: 48)
    s.modes(
      [
        Mode(41, 1, 1.6), Mode(64, 0.8, 1.1), Mode(88, 0.5, 0.8), Mode(97, 0.4, 0.7), Mode(131, 0.3, 0.5),
        Mode(170, 0.2, 0.4),
        Mode(222, 0.12, 0.3),
      ], rise: 0.004)
    s.burst(0.8, hertz: 120, q: 0.8, ring: 0.16, attack: 0.002)
    s.burst(0.2, hertz: 900, ring: 0.03)
    s.wash(-34, corner: 700, treble: -16, seconds: 0.9)
    return s.wave(fade: 0.2)
  }

  /// A snare: two drum modes whose pitch falls slightly, and the snare wires as two bands of noise.
  static func standardSnare(hard: Bool = true, seed: Int = 38) -> Wave {
    var s = Strike(seconds: 0.28, seed: seed)
    s.drop(0.62, from: 245, to: 187, within: 0.02, ring: 0.17)
    s.drop(0.36, from: 410, to: 338, within: 0.015, ring: 0.11)
    s.modes([Mode(286, 0.2, 0.1), Mode(478, 0.14, 0.07), Mode(640, 0.1, 0.06)])
    s.hiss(hard ? 0.40 : 0.32, above: 1500, below: hard ? 9000 : 6500, ring: 0.21, attack: 0.002)
    s.burst(0.16, hertz: 5200, q: 0.8, ring: 0.26, attack: 0.004)
    s.burst(hard ? 0.45 : 0.2, hertz: 2700, q: 0.5, ring: 0.02)
    s.through { $0.driven(hard ? 1.6 : 1.1) }
    return s.wave()
  }

  static func fatSnare() -> Wave {
    var s = Strike(seconds: 0.34, seed: 40)
    s.drop(0.8, from: 225, to: 158, within: 0.028, ring: 0.22)
    s.drop(0.4, from: 370, to: 282, within: 0.02, ring: 0.14)
    s.hiss(0.46, above: 900, below: 8000, ring: 0.26, attack: 0.001)
    s.burst(0.6, hertz: 2100, q: 0.5, ring: 0.025)
    s.through { $0.driven(2.6) }
    return s.wave()
  }

  static func electronicSnare() -> Wave {
    var s = Strike(seconds: 0.3, seed: 241)
    s.drop(0.8, from: 330, to: 170, within: 0.04, ring: 0.22)
    s.hiss(0.5, above: 2000, below: 12000, ring: 0.26)
    s.through { $0.driven(2.2) }
    return s.wave()
  }

  static func analogueSnare() -> Wave {
    var s = Strike(seconds: 0.24, seed: 251)
    s.modes([Mode(180, 0.7, 0.2), Mode(331, 0.5, 0.12)])
    s.hiss(0.42, above: 1800, below: 10000, ring: 0.19)
    return s.wave()
  }

  static func brushTap() -> Wave {
    var s = Strike(seconds: 0.2, seed: 401)
    s.drop(0.3, from: 230, to: 190, within: 0.02, ring: 0.13, attack: 0.003)
    s.hiss(0.5, above: 1400, below: 8000, ring: 0.15, attack: 0.006)
    s.burst(0.3, hertz: 900, q: 0.6, ring: 0.05, attack: 0.004)
    return s.wave()
  }

  /// Brush wires drawn across the skin.
  static func brushSwirl() -> Wave {
    var s = Strike(seconds: 0.36, seed: 402)
    s.hiss(0.5, above: 1200, below: 7000, ring: 3, attack: 0.12)
    s.through { $0.shaped(rate: 28000) { t in t < 0.16 ? t / 0.16 : max(0, 1 - (t - 0.16) / 0.2) } }
    return s.wave(fade: 0.1)
  }

  static func sideStick() -> Wave {
    var s = Strike(seconds: 0.11, seed: 37)
    s.modes([
      Mode(480, 0.4, 0.06), Mode(1080, 0.6, 0.06), Mode(1730, 0.8, 0.06), Mode(2650, 0.7, 0.045), Mode(4100, 0.5, 0.03),
      Mode(5900, 0.3, 0.02),
    ])
    s.hiss(0.5, above: 2500, ring: 0.012)
    s.burst(0.25, hertz: 2200, q: 0.5, ring: 0.08)
    return s.wave()
  }

  /// A tom: the modes of a skin struck with a stick; `hertz` is the lowest mode. The pitch falls as the tensioned skin
  /// relaxes.
  static func tom(_ hertz: Double, seconds: Double, seed: Int, stick: Double = 0.25) -> Wave {
    var s = Strike(seconds: seconds, seed: seed)
    s.drop(1, from: hertz * 1.32, to: hertz, within: 0.05, ring: seconds * 1.25, attack: 0.001)
    s.drop(0.34, from: hertz * 2.0, to: hertz * 1.59, within: 0.04, ring: seconds * 0.5)
    s.drop(0.2, from: hertz * 2.5, to: hertz * 2.14, within: 0.03, ring: seconds * 0.35)
    s.modes([Mode(hertz * 2.65, 0.12, seconds * 0.25), Mode(hertz * 3.16, 0.08, seconds * 0.2)])
    s.modes([
      Mode(hertz * 3.65, 0.1, seconds * 0.25), Mode(hertz * 4.15, 0.08, seconds * 0.2),
      Mode(hertz * 5.1, 0.08, seconds * 0.18),
      Mode(hertz * 6.4, 0.06, seconds * 0.15),
    ])
    s.burst(stick * 2.4, hertz: 3000, q: 0.4, ring: 0.05)
    s.burst(stick * 1.2, hertz: hertz * 5, q: 0.5, ring: 0.2)
    s.through { $0.driven(1.3) }
    s.wash(hertz > 140 ? -24 : -20, corner: 2500, treble: -10, seconds: 0.4)
    return s.wave(fade: seconds * 0.2)
  }

  static func electronicTom() -> Wave {
    var s = Strike(seconds: 0.5, seed: 242)
    s.drop(1, from: 330, to: 105, within: 0.09, ring: 0.5, attack: 0.006)
    s.burst(0.5, hertz: 3000, q: 0.4, ring: 0.08)
    s.through { $0.driven(1.8) }
    s.wash(-30, corner: 3000, treble: -6, seconds: 0.8)
    return s.wave(fade: 0.08)
  }

  static func analogueTom() -> Wave {
    var s = Strike(seconds: 0.5, seed: 252)
    s.drop(1, from: 135, to: 110, within: 0.05, ring: 0.55, attack: 0.001)
    s.burst(0.1, hertz: 600, q: 0.4, ring: 0.1)
    return s.wave(fade: 0.1)
  }

  /// A clap: several pairs of hands, almost together.
  static func clap() -> Wave {
    var s = Strike(seconds: 0.24, seed: 39)
    for (index, start) in [0.0, 0.0105, 0.0195, 0.0285].enumerated() {
      let last = index == 3
      s.burst(last ? 0.8 : 0.65, hertz: 1150, q: 1.1, ring: last ? 0.19 : 0.018, at: start)
      s.hiss(last ? 0.22 : 0.3, above: 1600, below: 6000, ring: last ? 0.14 : 0.012, at: start)
    }
    return s.wave()
  }
}
