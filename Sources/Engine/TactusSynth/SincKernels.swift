import TactusDSP

/// Band-limiting kernels for reading samples at any playback rate: a windowed sinc for each range of rates.
///
/// A sample read at r points per frame holds r times as much spectrum as the output; whatever lies above the output's
/// half rate would come back below it. So the kernel's cutoff follows the speed: for r ≤ 1 it is half the sample's rate,
/// above that it is 1/ρ of it, ρ being the next semitone above r, and the kernel becomes ρ times as long.
///
///     h(d) = sinc(d/ρ) · kaiser(d / 24ρ) / ρ        d: distance in points
///
/// The window (β for 110 dB) and 48 zero crossings put the edge of the pass band at 0.426 of the output's rate; all that
/// folds back into the pass band lies 100 dB lower. Each row of a kernel holds its values at the taps for one fraction of
/// a point; between two rows they are interpolated in straight lines (error below −106 dB), and each sums to one.
/// Source: Smith and Gossett, A flexible sampling-rate conversion method (1984); Kaiser's window design.
/// - Thread: any; immutable once made
final class SincKernels: @unchecked Sendable {  // written in init only
  let bands: UnsafePointer<SincBand>

  /// The kernels, made once for a process.
  static let shared = SincKernels()

  private init() {
    let memory = UnsafeMutablePointer<SincBand>.allocate(capacity: SincBand.count)
    for index in 0..<SincBand.count { (memory + index).initialize(to: Self.band(index)) }
    bands = UnsafePointer(memory)
  }

  private static func band(_ index: Int) -> SincBand {
    let stretch = ExactMath.exp2(Double(index) / 12)
    let half = SincBand.crossings * stretch
    let taps = (Int(2 * half) + 15) / 16 * 16
    // The longer a kernel, the smoother: it needs fewer rows.
    let bits = 9 - index / 12
    let rows = 1 << bits
    let values = UnsafeMutablePointer<Float>.allocate(capacity: (rows + 1) * taps)
    // The second half of the rows is the first one's mirror image.
    for row in 0...rows / 2 {
      let fraction = Double(row) / Double(rows)
      // Tap n lies n − (taps/2 − 1) points after the point at or before the frame.
      let line = (0..<taps).map { kernel((Double($0 - (taps / 2 - 1)) - fraction) / stretch) }
      let factor = 1 / line.reduce(0, +)
      for tap in 0..<taps {
        let value = Float(line[tap] * factor)
        values[row * taps + tap] = value
        values[(rows - row) * taps + taps - 1 - tap] = value
      }
    }
    return SincBand(values: UnsafePointer(values), taps: Int32(taps), bits: Int32(bits))
  }

  /// The kernel for the speed 1.
  private static func kernel(_ distance: Double) -> Double {
    let position = distance / SincBand.crossings
    guard position.magnitude < 1 else { return 0 }
    let sinc = distance.magnitude < 1e-9 ? 1 : ExactMath.sin2Pi(distance / 2) / (distance * Double.pi)
    return sinc * window(position.magnitude)
  }

  /// Kaiser's window at 0…1, read between the steps of a table.
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

  /// The modified Bessel function I₀; its factor does not matter, as rows are made to sum to one.
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
