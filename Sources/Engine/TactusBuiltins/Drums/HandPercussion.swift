import TactusDSP

/// Hand percussion: drums, woodblocks, shakers, scrapers.
enum HandPercussion {
  static func bongo() -> Wave {
    var s = Strike(seconds: 0.28, seed: 60)
    s.drop(1, from: 440, to: 398, within: 0.01, ring: 0.17)
    s.modes([Mode(640, 0.3, 0.09), Mode(860, 0.3, 0.07), Mode(1280, 0.18, 0.05)])
    s.modes([Mode(1720, 0.2, 0.06), Mode(2300, 0.16, 0.05), Mode(3100, 0.12, 0.04)])
    s.burst(0.8, hertz: 2600, q: 0.5, ring: 0.04)
    s.wash(-22, corner: 3000, treble: -14, seconds: 0.3)
    return s.wave()
  }

  static func openConga() -> Wave {
    var s = Strike(seconds: 0.5, seed: 63)
    s.drop(1, from: 236, to: 214, within: 0.02, ring: 0.36)
    s.modes([Mode(342, 0.3, 0.16), Mode(458, 0.26, 0.12), Mode(690, 0.12, 0.08)])
    s.modes([Mode(930, 0.2, 0.1), Mode(1270, 0.15, 0.08), Mode(1850, 0.1, 0.06)])
    s.burst(0.7, hertz: 1800, q: 0.5, ring: 0.05)
    s.wash(-36, corner: 2000, treble: -10, seconds: 0.5)
    return s.wave(fade: 0.06)
  }

  static func mutedConga() -> Wave {
    var s = Strike(seconds: 0.24, seed: 62)
    s.drop(0.8, from: 260, to: 230, within: 0.01, ring: 0.08)
    s.modes([Mode(620, 0.4, 0.05), Mode(1010, 0.35, 0.04)])
    s.burst(0.9, hertz: 1500, q: 0.5, ring: 0.05)
    s.wash(-32, corner: 2000, treble: -14, seconds: 0.3)
    return s.wave()
  }

  static func timbale() -> Wave {
    var s = Strike(seconds: 0.6, seed: 65)
    s.drop(1, from: 352, to: 330, within: 0.02, ring: 0.4)
    s.modes([
      Mode(524, 0.6, 0.3), Mode(706, 0.5, 0.26), Mode(760, 0.4, 0.24), Mode(955, 0.3, 0.2), Mode(1460, 0.45, 0.2),
      Mode(2330, 0.4, 0.15), Mode(3400, 0.3, 0.1),
    ])
    s.hiss(0.8, above: 2500, ring: 0.04)
    s.wash(-12, corner: 2500, treble: -14, seconds: 0.45)
    return s.wave(fade: 0.08)
  }

  static func surdo(open: Bool) -> Wave {
    var s = Strike(seconds: 0.6, seed: 87)
    s.drop(1, from: 96, to: 78, within: 0.03, ring: open ? 0.9 : 0.6, attack: 0.002)
    s.modes([Mode(124, 0.25, 0.4), Mode(167, 0.16, 0.25)])
    s.modes([Mode(215, 0.2, 0.3), Mode(290, 0.14, 0.25), Mode(410, 0.1, 0.2)])
    s.burst(0.7, hertz: 900, q: 0.4, ring: 0.07)
    s.wash(open ? -42 : -36, corner: 1200, treble: -18, seconds: 1.4)
    return s.wave(fade: 0.15)
  }

  static func shell(_ hertz: Double, _ seconds: Double, seed: Int) -> Wave {
    var s = Strike(seconds: seconds, seed: seed)
    s.burst(0.7, hertz: hertz, q: 1.1, ring: seconds * 0.8, attack: seconds * 0.25)
    s.hiss(0.2, above: 5000, ring: seconds * 0.8, attack: seconds * 0.2)
    return s.wave(fade: 0.01)
  }

  static func cabasa() -> Wave {
    var s = Strike(seconds: 0.12, seed: 69)
    s.hiss(0.6, above: 5500, ring: 0.08, attack: 0.01)
    s.hiss(0.5, above: 4500, ring: 0.05, attack: 0.003, at: 0.035)
    s.wash(-30, corner: 300, treble: -24, seconds: 0.12)
    return s.wave()
  }

  static func claves() -> Wave {
    var s = Strike(seconds: 0.09, seed: 75)
    s.modes([Mode(2480, 1, 0.08), Mode(5050, 0.25, 0.04), Mode(6700, 0.2, 0.03)])
    s.hiss(0.4, above: 3000, ring: 0.02)
    s.wash(-25, corner: 3000, treble: -16, seconds: 0.1)
    return s.wave()
  }

  static func woodBlock() -> Wave {
    var s = Strike(seconds: 0.2, seed: 76)
    s.modes([Mode(932.33, 0.9, 0.15), Mode(1650, 0.7, 0.11), Mode(2480, 0.7, 0.09), Mode(3900, 0.45, 0.06)])
    s.modes([Mode(5300, 0.3, 0.05), Mode(6900, 0.2, 0.04)])
    s.burst(0.9, hertz: 3200, q: 0.4, ring: 0.06)
    s.wash(-31, corner: 2500, treble: -16, seconds: 0.3)
    return s.wave()
  }

  static func castanets() -> Wave {
    var s = Strike(seconds: 0.09, seed: 85)
    for start in [0.0, 0.022] {
      s.modes([Mode(1490, 0.6, 0.03), Mode(2790, 1, 0.03), Mode(4350, 0.5, 0.02)], at: start)
      s.hiss(0.3, above: 3000, ring: 0.008, at: start)
    }
    s.wash(-34, corner: 5000, treble: -10, seconds: 0.16)
    return s.wave()
  }

  /// A guiro: a stick drawn over notches with increasing speed.
  static func guiro(_ seconds: Double, notches: Int, seed: Int) -> Wave {
    var s = Strike(seconds: seconds, seed: seed)
    for i in 0..<notches {
      let x = Double(i) / Double(notches)
      let start = seconds * 0.92 * (x * 1.25 - 0.25 * x * x)
      let level = 1 - 0.75 * x
      s.burst(0.7 * level, hertz: 2900, q: 1.2, ring: 0.025, at: start)
      s.burst(0.4 * level, hertz: 5200, q: 1.2, ring: 0.016, at: start)
    }
    return s.wave()
  }

  /// A cuíca, played by rubbing the stick inside the drum with a wet thumb: a voice-like tone with a sliding pitch.
  static func cuica(from: Double, to: Double, seconds: Double, seed: Int) -> Wave {
    let rate = 22050.0
    var points = [Float](repeating: 0, count: Int(seconds * rate))
    var phase = 0.0
    for i in points.indices {
      let t = Double(i) / rate / seconds
      let hertz = from + (to - from) * t * t * (3 - 2 * t)
      phase += hertz / rate
      let turn = phase - ExactMath.floor(phase)
      points[i] = Float((turn < 0.3 ? turn / 0.3 : (1 - turn) / 0.7) * 2 - 1)
    }
    points = points.filtered(.bandPass(900, q: 0.9, rate: rate), .lowPass(3500, rate: rate))
    points = points.shaped(rate: rate) { t in min(1, t / 0.02) * max(0, min(1, (seconds - 0.002 - t) / (seconds * 0.4)))
    }
    return Wave(points: points, rate: rate, key: 60, loop: nil)
  }

  /// A pea whistle: the ball makes it flutter.
  static func whistle() -> Wave {
    let rate = 44100.0
    let count = 16384
    var spectrum = Spectrum(length: count, seed: 71)
    // Each carrier has sidebands 9 bins apart, so the tone flutters nine times per loop.
    for (hertz, level) in [(2350.0, 1.0), (2520.0, 0.6), (4700.0, 0.16), (7050, 0.12), (9400, 0.1), (11800, 0.06)] {
      let bin = Int(hertz / rate * Double(count))
      for side in -4...4 {
        let falling = ExactMath.exp2(-Double(abs(side)) * 0.9)
        spectrum.addLine(bin: bin + side * 9, level: level * falling, phase: Double(side) * 0.31 + hertz)
      }
    }
    spectrum.addNoise { bin in
      let x = (Double(bin) / Double(count) * rate - 2400) / 500
      return 0.014 / (1 + x * x) + 0.0007
    }
    return .ring(spectrum.points(), rate: rate, key: 60)
  }

  static func highQ() -> Wave {
    var s = Strike(seconds: 0.07, seed: 27)
    s.drop(1, from: 4200, to: 600, within: 0.012, ring: 0.1, attack: 0.0003)
    s.wash(-34, corner: 6000, treble: -6, seconds: 0.1)
    return s.wave(fade: 0.01)
  }

  static func slap() -> Wave {
    var s = Strike(seconds: 0.3, seed: 28)
    s.burst(1, hertz: 1900, q: 0.7, ring: 0.16)
    s.burst(0.6, hertz: 750, q: 0.9, ring: 0.2)
    s.hiss(0.3, above: 3000, ring: 0.05)
    s.wash(-24, seconds: 0.3)
    return s.wave()
  }

  /// A scratch: a record moved under the needle, forwards or backwards.
  static func scratch(forth: Bool) -> Wave {
    let rate = 22050.0
    var noise = Noise(seed: forth ? 29 : 30)
    let seconds = 0.16
    let points = noise.white(Int(seconds * rate))
      .swept(rate: rate, q: 3) { t in
        let x = t / seconds
        return forth ? 500 + 3800 * x * x : 3600 - 3100 * x
      }
      .filtered(.highPass(350, rate: rate))
      .shaped(rate: rate) { t in min(1, t / 0.003) * max(0, min(1, (seconds - 0.002 - t) / 0.1)) }
    return Wave(points: points, rate: rate, key: 60, loop: nil)
  }

  static func sticks() -> Wave {
    var s = Strike(seconds: 0.08, seed: 31)
    s.modes([Mode(1750, 1, 0.05), Mode(2630, 0.6, 0.04), Mode(4200, 0.5, 0.03), Mode(6400, 0.2, 0.02)])
    s.hiss(1.2, above: 3500, ring: 0.03)
    s.wash(-10, corner: 8000, treble: -4, seconds: 0.08)
    return s.wave()
  }

  static func click(_ hertz: Double, seed: Int) -> Wave {
    var s = Strike(seconds: 0.035, seed: seed)
    s.modes([Mode(hertz, 1, 0.025), Mode(hertz * 3, 0.33, 0.02), Mode(hertz * 5, 0.2, 0.015)])
    s.wash(-18, corner: 6000, treble: 0, seconds: 0.03)
    return s.wave(fade: 0.008)
  }
}
