import TactusDSP

/// Hand percussion: drums, woodblocks, shakers, scrapers.
enum HandPercussion {
  static func bongo() -> Wave {
    var s = Strike(seconds: 0.2, rate: 26000, seed: 60)
    s.drop(1, from: 440, to: 398, within: 0.01, ring: 0.17)
    s.modes([Mode(640, 0.3, 0.09), Mode(860, 0.3, 0.07), Mode(1280, 0.18, 0.05)])
    s.burst(0.4, hertz: 2200, q: 0.6, ring: 0.014)
    return s.wave()
  }

  static func openConga() -> Wave {
    var s = Strike(seconds: 0.34, rate: 20000, seed: 63)
    s.drop(1, from: 236, to: 214, within: 0.02, ring: 0.36)
    s.modes([Mode(342, 0.3, 0.16), Mode(458, 0.26, 0.12), Mode(690, 0.12, 0.08)])
    s.burst(0.35, hertz: 1100, q: 0.6, ring: 0.02)
    return s.wave(fade: 0.06)
  }

  static func mutedConga() -> Wave {
    var s = Strike(seconds: 0.12, rate: 24000, seed: 62)
    s.drop(0.8, from: 260, to: 230, within: 0.01, ring: 0.08)
    s.modes([Mode(620, 0.4, 0.05), Mode(1010, 0.35, 0.04)])
    s.burst(0.8, hertz: 1700, q: 0.5, ring: 0.025)
    return s.wave()
  }

  static func timbale() -> Wave {
    var s = Strike(seconds: 0.36, rate: 26000, seed: 65)
    s.drop(1, from: 352, to: 330, within: 0.02, ring: 0.4)
    s.modes([
      Mode(524, 0.6, 0.3), Mode(706, 0.5, 0.26), Mode(760, 0.4, 0.24), Mode(955, 0.3, 0.2), Mode(1460, 0.45, 0.2),
      Mode(2330, 0.4, 0.15), Mode(3400, 0.3, 0.1),
    ])
    s.hiss(0.8, above: 2500, ring: 0.02)
    return s.wave(fade: 0.08)
  }

  static func surdo() -> Wave {
    var s = Strike(seconds: 0.6, rate: 10000, seed: 87)
    s.drop(1, from: 96, to: 78, within: 0.03, ring: 0.9, attack: 0.002)
    s.modes([Mode(124, 0.25, 0.4), Mode(167, 0.16, 0.25)])
    s.burst(0.3, hertz: 500, q: 0.6, ring: 0.04)
    return s.wave(fade: 0.15)
  }

  static func shell(_ hertz: Double, _ seconds: Double, seed: Int) -> Wave {
    var s = Strike(seconds: seconds, rate: 32000, seed: seed)
    s.burst(0.7, hertz: hertz, q: 1.1, ring: seconds * 0.8, attack: seconds * 0.25)
    s.hiss(0.2, above: 5000, ring: seconds * 0.8, attack: seconds * 0.2)
    return s.wave(fade: 0.01)
  }

  static func cabasa() -> Wave {
    var s = Strike(seconds: 0.12, rate: 32000, seed: 69)
    s.hiss(0.6, above: 5500, ring: 0.08, attack: 0.01)
    s.hiss(0.5, above: 4500, ring: 0.05, attack: 0.003, at: 0.035)
    return s.wave()
  }

  static func claves() -> Wave {
    var s = Strike(seconds: 0.09, rate: 30000, seed: 75)
    s.modes([Mode(2480, 1, 0.08), Mode(5050, 0.25, 0.04), Mode(6700, 0.2, 0.03)])
    s.hiss(0.3, above: 3000, ring: 0.006)
    return s.wave()
  }

  static func woodBlock() -> Wave {
    var s = Strike(seconds: 0.11, rate: 28000, seed: 76)
    s.modes([Mode(932.33, 0.9, 0.09), Mode(1650, 0.7, 0.07), Mode(2480, 0.7, 0.06), Mode(3900, 0.45, 0.045)])
    s.burst(0.6, hertz: 2400, q: 0.5, ring: 0.03)
    return s.wave()
  }

  static func castanets() -> Wave {
    var s = Strike(seconds: 0.09, rate: 30000, seed: 85)
    for start in [0.0, 0.022] {
      s.modes([Mode(1490, 0.6, 0.03), Mode(2790, 1, 0.03), Mode(4350, 0.5, 0.02)], at: start)
      s.hiss(0.3, above: 3000, ring: 0.008, at: start)
    }
    return s.wave()
  }

  /// A guiro: a stick drawn over notches with increasing speed.
  static func guiro(_ seconds: Double, notches: Int, seed: Int) -> Wave {
    var s = Strike(seconds: seconds, rate: 28000, seed: seed)
    for i in 0..<notches {
      let x = Double(i) / Double(notches)
      let start = seconds * 0.92 * (x * 1.25 - 0.25 * x * x)
      s.burst(0.7 * (0.55 + 0.45 * x), hertz: 2900, q: 1.6, ring: 0.018, at: start)
      s.burst(0.35, hertz: 4700, q: 2, ring: 0.012, at: start)
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
    let rate = 26000.0
    let count = 8192
    var spectrum = Spectrum(length: count, seed: 71)
    // Each carrier has sidebands 9 bins apart, so the tone flutters nine times per loop.
    for (hertz, level) in [(2350.0, 1.0), (2520.0, 0.6), (4700.0, 0.1)] {
      let bin = Int(hertz / rate * Double(count))
      for side in -4...4 {
        let falling = ExactMath.exp2(-Double(abs(side)) * 0.9)
        spectrum.addLine(bin: bin + side * 9, level: level * falling, phase: Double(side) * 0.31 + hertz)
      }
    }
    spectrum.addNoise { bin in
      let x = (Double(bin) / Double(count) * rate - 2400) / 500
      return 0.012 / (1 + x * x)
    }
    return .ring(spectrum.points(), rate: rate, key: 60)
  }

  static func highQ() -> Wave {
    var s = Strike(seconds: 0.07, rate: 30000, seed: 27)
    s.drop(1, from: 4200, to: 600, within: 0.012, ring: 0.07, attack: 0.0003)
    return s.wave(fade: 0.01)
  }

  static func slap() -> Wave {
    var s = Strike(seconds: 0.14, rate: 28000, seed: 28)
    s.burst(1, hertz: 1900, q: 0.7, ring: 0.05)
    s.burst(0.6, hertz: 750, q: 0.9, ring: 0.08)
    s.hiss(0.3, above: 3000, ring: 0.02)
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
      .shaped(rate: rate) { t in min(1, t / 0.012) * max(0, min(1, (seconds - 0.002 - t) / 0.04)) }
    return Wave(points: points, rate: rate, key: 60, loop: nil)
  }

  static func sticks() -> Wave {
    var s = Strike(seconds: 0.08, rate: 30000, seed: 31)
    s.modes([Mode(1750, 1, 0.05), Mode(2630, 0.6, 0.04), Mode(4200, 0.5, 0.03), Mode(6400, 0.2, 0.02)])
    s.hiss(0.4, above: 3000, ring: 0.006)
    return s.wave()
  }

  static func click(_ hertz: Double, seed: Int) -> Wave {
    var s = Strike(seconds: 0.035, rate: 30000, seed: seed)
    s.modes([Mode(hertz, 1, 0.025), Mode(hertz * 3, 0.33, 0.02)])
    return s.wave(fade: 0.008)
  }
}
