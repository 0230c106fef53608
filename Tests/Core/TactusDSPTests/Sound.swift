import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

func ln(_ x: Double) -> Double { log(x) }
func sin2Pi(_ x: Double) -> Double { sin(2 * .pi * x) }
func decibels(_ powerRatio: Double) -> Double { 10 * log10(powerRatio) }

extension Array where Element == Float {
  /// The mean square.
  var power: Double { reduce(0.0) { $0 + Double($1) * Double($1) } / Double(count) }

  /// A band of a frequency's `1/quality` around it: two band-passes in a row.
  func filtered(around frequency: Double, quality: Double = 1, sampleRate: Int) -> [Double] {
    let w = 2 * Double.pi * frequency / Double(sampleRate)
    let alpha = sin(w) / (2 * quality)
    let (a0, a1, a2) = (1 + alpha, -2 * cos(w), 1 - alpha)
    var x = map { Double($0) }
    for _ in 0..<2 {
      var (x1, x2, y1, y2) = (0.0, 0.0, 0.0, 0.0)
      for i in x.indices {
        let y = (alpha * (x[i] - x2) - a1 * y1 - a2 * y2) / a0
        (x2, x1, y2, y1) = (x1, x[i], y1, y)
        x[i] = y
      }
    }
    return x
  }
}

extension Stereo {
  /// Noise with the same power in each octave, identical on both sides.
  init(pinkNoise count: Int, seed: UInt64) {
    self.init(noise: count, seed: seed)
    var (a, b, c): (Float, Float, Float) = (0, 0, 0)
    for i in 0..<count {
      let white = left[i]
      a = 0.99765 * a + white * 0.0990460
      b = 0.96300 * b + white * 0.2965164
      c = 0.57000 * c + white * 1.0526913
      left[i] = (a + b + c + white * 0.1848) * 0.5
    }
    right = left
  }
}
