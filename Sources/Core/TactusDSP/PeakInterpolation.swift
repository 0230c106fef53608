/// The filter weights that interpolate between samples: a sinc with a Kaiser window, at eight positions per frame.
///
/// With 32 weights, the passband is flat within 0.01 dB up to 0.45 of the sample rate. A peak between two of the
/// eight positions can exceed the values at both by at most 0.17 dB; this maximum occurs at half the sample rate.
///
/// Source: ITU-R BS.1770-4, annex 2, which requires at least four positions and does not define the filter.
/// - Thread: control
enum PeakInterpolation {
  /// Writes `PeakScan.phases` sets of `PeakScan.taps` weights; set p = 1…7 interpolates at p/8 of the distance between
  /// the two middle frames.
  /// - Returns: an upper bound of the sum of the weights' magnitudes in each set.
  static func write(to weights: UnsafeMutablePointer<Float>) -> Float {
    let half = Double(PeakScan.taps / 2)
    var greatest = 0.0
    for phase in 0..<PeakScan.phases {
      let way = Double(phase + 1) / Double(PeakScan.phases + 1)
      var raw = [Double](repeating: 0, count: PeakScan.taps)
      for tap in 0..<PeakScan.taps {
        let x = Double(tap) - (half - 1) - way
        raw[tap] = sinc(x) * kaiser(x / half)
      }
      let sum = raw.reduce(0, +)
      for tap in 0..<PeakScan.taps { weights[phase * PeakScan.taps + tap] = Float(raw[tap] / sum) }
      greatest = max(greatest, raw.reduce(0) { $0 + $1.magnitude } / sum)
    }
    return Float(greatest * 1.001)
  }

  private static func sinc(_ x: Double) -> Double {
    guard x.magnitude > 1e-9 else { return 1 }
    return ExactMath.sin2Pi(x * 0.5) / (x * 3.14159265358979323846)
  }

  /// Returns the Kaiser window with β = 6 at `x`; it is zero outside −1…1.
  private static func kaiser(_ x: Double) -> Double {
    x.magnitude < 1 ? bessel(6 * ExactMath.squareRoot(1 - x * x)) / bessel(6) : 0
  }

  /// Returns the modified Bessel function of order zero, by its series.
  private static func bessel(_ x: Double) -> Double {
    var (sum, term) = (1.0, 1.0)
    for n in 1...24 {
      let factor = x / (2 * Double(n))
      term *= factor * factor
      sum += term
    }
    return sum
  }
}
