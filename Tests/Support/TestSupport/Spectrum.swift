import Foundation
import TactusDSP

/// Levels and pitches of signals, measured by their Fourier transform.
package enum Spectrum {
  /// The forward transform of a complex signal, in place; the count must be a power of two.
  package static func transform(_ re: inout [Double], _ im: inout [Double]) {
    FourierTransform(count: re.count).forward(&re, &im)
  }

  /// Magnitudes of the bins 0…count/2 under a Hann window, scaled so that a sine of amplitude 1 on a bin gives 1.
  /// The signal is cut to the largest power of two that fits.
  package static func magnitudes(_ signal: some Collection<Double>) -> [Double] {
    guard signal.count >= 4 else { return [] }
    let count = 1 << (Int.bitWidth - 1 - signal.count.leadingZeroBitCount)
    var re = signal.prefix(count).enumerated().map { $1 * (0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(count))) }
    var im = [Double](repeating: 0, count: count)
    transform(&re, &im)
    return (0...count / 2).map { 4 / Double(count) * (re[$0] * re[$0] + im[$0] * im[$0]).squareRoot() }
  }

  /// The frequency of the strongest partial, in hertz: the highest bin, refined by the parabola through the logarithms
  /// of it and its neighbours (error below a hundredth of a bin for a steady sine).
  package static func pitch(of signal: some Collection<Double>, rate: Double) -> Double {
    let bins = magnitudes(signal)
    guard bins.count > 2, let top = (1..<bins.count - 1).max(by: { bins[$0] < bins[$1] }), bins[top] > 0 else {
      return 0
    }
    let (a, b, c) = (log(bins[top - 1] + 1e-300), log(bins[top]), log(bins[top + 1] + 1e-300))
    let shift = a - 2 * b + c == 0 ? 0 : 0.5 * (a - c) / (a - 2 * b + c)
    return (Double(top) + shift) * rate / Double(2 * (bins.count - 1))
  }

  /// The amplitude of the partial at a frequency, by projection under a Hann window; other partials should be a few
  /// windows' widths away.
  package static func amplitude(of signal: some Collection<Double>, at hertz: Double, rate: Double) -> Double {
    var (x, y, weight) = (0.0, 0.0, 0.0)
    for (frame, value) in signal.enumerated() {
      let window = 0.5 - 0.5 * cos(2 * .pi * (Double(frame) + 0.5) / Double(signal.count))
      let angle = 2 * .pi * hertz / rate * Double(frame)
      x += window * value * cos(angle)
      y += window * value * sin(angle)
      weight += window
    }
    return hertz == 0 ? abs(x) / weight : 2 * (x * x + y * y).squareRoot() / weight
  }
}
