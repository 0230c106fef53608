import TactusDSP

/// A second-order filter for a whole sound (Robert Bristow-Johnson's Audio EQ Cookbook).
struct Biquad {
  private var b0 = 1.0
  private var b1 = 0.0
  private var b2 = 0.0
  private var a1 = 0.0
  private var a2 = 0.0

  private init(b: (Double, Double, Double), a: (Double, Double, Double)) {
    b0 = b.0 / a.0
    b1 = b.1 / a.0
    b2 = b.2 / a.0
    a1 = a.1 / a.0
    a2 = a.2 / a.0
  }

  private static func prepared(_ hertz: Double, _ rate: Double, _ q: Double) -> (cosine: Double, alpha: Double) {
    let turn = min(hertz / rate, 0.49)
    return (ExactMath.cos2Pi(turn), ExactMath.sin2Pi(turn) / (2 * q))
  }

  static func lowPass(_ hertz: Double, q: Double = 0.7071, rate: Double) -> Biquad {
    let (c, alpha) = prepared(hertz, rate, q)
    return Biquad(b: ((1 - c) / 2, 1 - c, (1 - c) / 2), a: (1 + alpha, -2 * c, 1 - alpha))
  }

  static func highPass(_ hertz: Double, q: Double = 0.7071, rate: Double) -> Biquad {
    let (c, alpha) = prepared(hertz, rate, q)
    return Biquad(b: ((1 + c) / 2, -1 - c, (1 + c) / 2), a: (1 + alpha, -2 * c, 1 - alpha))
  }

  /// Creates a band-pass filter with a peak gain of 1.
  static func bandPass(_ hertz: Double, q: Double, rate: Double) -> Biquad {
    let (c, alpha) = prepared(hertz, rate, q)
    return Biquad(b: (alpha, 0, -alpha), a: (1 + alpha, -2 * c, 1 - alpha))
  }

  static func peak(_ hertz: Double, q: Double, decibels: Double, rate: Double) -> Biquad {
    let (c, alpha) = prepared(hertz, rate, q)
    let a = ExactMath.gain(decibels: decibels / 2)
    return Biquad(b: (1 + alpha * a, -2 * c, 1 - alpha * a), a: (1 + alpha / a, -2 * c, 1 - alpha / a))
  }

  /// Creates a high shelf above `hertz`.
  static func shelf(_ hertz: Double, decibels: Double, rate: Double) -> Biquad {
    let (c, alpha) = prepared(hertz, rate, 0.7071)
    let a = ExactMath.gain(decibels: decibels / 2)
    let root = 2 * ExactMath.squareRoot(a) * alpha
    return Biquad(
      b: (a * (a + 1 + (a - 1) * c + root), -2 * a * (a - 1 + (a + 1) * c), a * (a + 1 + (a - 1) * c - root)),
      a: (a + 1 - (a - 1) * c + root, 2 * (a - 1 - (a + 1) * c), a + 1 - (a - 1) * c - root))
  }

  /// Filters the points in place, starting from a cleared state.
  func run(_ points: inout [Float]) {
    var s1 = 0.0
    var s2 = 0.0
    points.withUnsafeMutableBufferPointer { p in
      var i = 0
      while i < p.count {
        let x = Double(p[i])
        let y = b0 * x + s1
        s1 = b1 * x - a1 * y + s2
        s2 = b2 * x - a2 * y
        p[i] = Float(y)
        i += 1
      }
    }
  }
}

extension Array where Element == Float {
  /// Returns the sound processed by one or more filters in series.
  func filtered(_ filters: Biquad...) -> [Float] {
    var copy = self
    for filter in filters { filter.run(&copy) }
    return copy
  }

  /// Applies a state-variable low-pass filter with a moving cutoff.
  ///
  /// `cutoff` returns the frequency in hertz for a time in seconds, and is called every 16 points.
  func swept(rate: Double, q: Double = 0.8, _ cutoff: (Double) -> Double) -> [Float] {
    var copy = self
    var low = 0.0
    var band = 0.0
    let k = 1 / q
    var g = 0.0
    var a1 = 0.0
    for i in copy.indices {
      if i & 15 == 0 {
        g = ExactMath.tanPi(Swift.min(cutoff(Double(i) / rate) / rate, 0.45))
        a1 = 1 / (1 + g * (g + k))
      }
      let high = Double(copy[i]) - low
      let v1 = a1 * (band + g * high)
      let v2 = low + g * v1
      band = 2 * v1 - band
      low = 2 * v2 - low
      copy[i] = Float(v2)
    }
    return copy
  }

  /// Multiplies the sound by an envelope.
  ///
  /// The envelope is a function of the time in seconds, evaluated every 16 points and interpolated linearly.
  func shaped(rate: Double, _ envelope: (Double) -> Double) -> [Float] {
    var copy = self
    var level = Float(envelope(0))
    copy.withUnsafeMutableBufferPointer { p in
      var i = 0
      while i < p.count {
        let n = Swift.min(16, p.count - i)
        let target = Float(envelope(Double(i + n) / rate))
        let step = (target - level) / Float(n)
        for j in 0..<n { p[i + j] *= level + step * Float(j) }
        level = target
        i += n
      }
    }
    return copy
  }

  /// Applies a soft limiter, which is linear for small values; without a bias it is an odd function whose magnitude
  /// stays below 1.
  func driven(_ gain: Double, bias: Double = 0) -> [Float] {
    let rest = bias / (1 + abs(bias))
    return map { point in
      let x = Double(point) * gain + bias
      return Float(x / (1 + abs(x)) - rest)
    }
  }
}

/// Envelopes as functions of the time in seconds.
enum EnvelopeCurve {
  /// Returns an exponential decay by 60 dB in `seconds`, after a linear attack.
  static func strike(_ seconds: Double, attack: Double = 0) -> (Double) -> Double {
    { t in
      t < attack ? t / attack : ExactMath.gain(decibels: -60 * (t - attack) / seconds)
    }
  }
}

/// The resonances of a body, a bell or a vocal tract, as a level that depends on the frequency.
struct Formants {
  struct Peak {
    var hertz: Double
    var width: Double
    var decibels: Double
    init(_ hertz: Double, _ width: Double, _ decibels: Double) {
      self.hertz = hertz
      self.width = width
      self.decibels = decibels
    }
  }
  var peaks: [Peak]
  /// The level between the peaks, as a factor.
  var floor: Double

  init(floor: Double = 0, _ peaks: [Peak]) {
    self.peaks = peaks
    self.floor = floor
  }

  /// Returns the factor at a frequency like ``level(_:)``, but with resonance curves that fall twice as steeply, so
  /// that there are gaps between them.
  func steepLevel(_ hertz: Double) -> Double {
    peaks.reduce(floor) { sum, peak in
      let x = (hertz - peak.hertz) / (peak.width * 0.8)
      return sum + ExactMath.gain(decibels: peak.decibels) / (1 + x * x)
    }
  }

  /// Returns the factor at a frequency: the floor plus all resonance curves.
  func level(_ hertz: Double) -> Double {
    var sum = floor
    for peak in peaks {
      let x = (hertz - peak.hertz) / (peak.width * 0.5)
      sum += ExactMath.gain(decibels: peak.decibels) / ExactMath.squareRoot(1 + x * x)
    }
    return sum
  }
}
