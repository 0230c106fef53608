import TactusDSP

/// Band-limiting kernels for reading samples at any playback rate: a windowed sinc for each range of rates.
///
/// A sample read at r points per frame has r times the bandwidth of the output, and everything above half the output's
/// rate would alias. The kernel's cutoff therefore follows the playback rate: for r ≤ 1 it is half the sample's rate,
/// and for r > 1 it is 1/ρ of that, where ρ is the next semitone step above r. The kernel is then ρ times as long.
///
///     h(d) = sinc(d/ρ) · kaiser(d / 24ρ) / ρ        d: distance in points
///
/// With this window (β for 110 dB) and 48 zero crossings, the pass band ends at 0.426 of the output's rate, and all
/// aliasing into the pass band is attenuated by at least 100 dB. Each row of a kernel holds the taps for one fraction
/// of a point and sums to one. Between rows the taps are interpolated linearly (error below −106 dB).
/// Source: Smith and Gossett, A flexible sampling-rate conversion method (1984); Kaiser's window design.
/// - Thread: any; immutable after creation
final class SincKernels: @unchecked Sendable {  // written in init only
  let bands: UnsafePointer<SincBand>

  /// The kernels, created once per process.
  static let shared = SincKernels()

  private init() {
    let memory = UnsafeMutablePointer<SincBand>.allocate(capacity: SincBand.count)
    for index in 0..<SincBand.count { (memory + index).initialize(to: Self.band(index)) }
    bands = UnsafePointer(memory)
  }

  private static func band(_ index: Int) -> SincBand {
    let widening = ExactMath.exp2(Double(index) / 12)
    let half = SincBand.crossings * widening
    let taps = (Int(2 * half) + 15) / 16 * 16
    // A longer kernel is smoother, so it needs fewer rows.
    let bits = 9 - index / 12
    let rows = 1 << bits
    let values = UnsafeMutablePointer<Float>.allocate(capacity: (rows + 1) * taps)
    // The second half of the rows mirrors the first.
    for row in 0...rows / 2 {
      let fraction = Double(row) / Double(rows)
      // Tap n lies n − (taps/2 − 1) points after the point at or before the frame.
      let line = (0..<taps).map { kernel((Double($0 - (taps / 2 - 1)) - fraction) / widening) }
      let factor = 1 / line.reduce(0, +)
      for tap in 0..<taps {
        let value = Float(line[tap] * factor)
        values[row * taps + tap] = value
        values[(rows - row) * taps + taps - 1 - tap] = value
      }
    }
    return SincBand(values: UnsafePointer(values), taps: Int32(taps), bits: Int32(bits))
  }

  /// Returns the value of the kernel for a playback rate of 1, at a distance in points.
  private static func kernel(_ distance: Double) -> Double {
    let position = distance / SincBand.crossings
    guard position.magnitude < 1 else { return 0 }
    let sinc = distance.magnitude < 1e-9 ? 1 : ExactMath.sin2Pi(distance / 2) / (distance * Double.pi)
    return sinc * window(position.magnitude)
  }

  /// Returns Kaiser's window at 0…1, interpolated from a table.
  private static func window(_ position: Double) -> Double {
    let step = Int(position * Double(windowSteps))
    let between = position * Double(windowSteps) - Double(step)
    return windowTable[step] + (windowTable[step + 1] - windowTable[step]) * between
  }

  private static let windowSteps = 8_192
  private static let windowTable = (0...windowSteps + 1).map { step in
    let position = min(1, Double(step) / Double(windowSteps))
    return bessel(11.16 * ExactMath.squareRoot(1 - position * position))
  }

  /// Returns the modified Bessel function I₀. A constant factor does not matter, because rows are scaled to sum to one.
  private static func bessel(_ x: Double) -> Double {
    var sum = 1.0
    var term = 1.0
    var n = 1.0
    while term > sum * 1e-12 {
      term *= (x / (2 * n)) * (x / (2 * n))
      sum += term
      n += 1
    }
    return sum
  }
}
