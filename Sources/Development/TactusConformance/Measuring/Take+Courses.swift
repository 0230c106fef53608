// Quantities derived from the samples, with a value for each frame.

extension Take {
  package var length: Int { left.count }

  /// The amplitude at each frame: √(left² + right²) if the test wave is a cosine on the left and a sine on the right. If
  /// one side is 0, the magnitude of the other.
  package var amplitudes: [Double] {
    zip(left, right).map { $0 == 0 ? abs($1) : $1 == 0 ? abs($0) : ($0 * $0 + $1 * $1).squareRoot() }
  }

  /// The amplitude at each frame, in decibels relative to full level.
  package var levels: [Double] { amplitudes.map { SystemMath.decibels($0) } }

  /// Returns the unwrapped phase of a cosine-sine pair, in revolutions, for a range of frames; all other elements are
  /// 0.
  package func phases(in range: Range<Int>) -> [Double] {
    var phases = [Double](repeating: 0, count: length)
    var turns = 0.0
    var last = 0.0
    for frame in range {
      let phase = SystemMath.atan2(right[frame], left[frame]) / (2 * .pi)
      // Pitches stay below half the sample rate, and the phase only increases.
      if frame > range.lowerBound, phase < last { turns += 1 }
      last = phase
      phases[frame] = turns + phase
    }
    return phases
  }

  /// Returns the pitch in cents above the recorded pitch for each frame of a range: the difference of consecutive
  /// phases, averaged over `reach` frames before and after.
  package func cents(in range: Range<Int>, reach: Int = 8) -> [Double] {
    let wide = max(0, range.lowerBound - reach)..<min(length, range.upperBound + reach + 1)
    let phases = phases(in: wide)
    var cents = [Double](repeating: 0, count: length)
    for frame in range {
      let low = max(wide.lowerBound, frame - reach)
      let high = min(wide.upperBound - 1, frame + reach + 1)
      cents[frame] = Self.cents(turnsPerFrame: (phases[high] - phases[low]) / Double(high - low))
    }
    return cents
  }

  /// Converts revolutions per frame to cents above the pitch of one revolution in `TestWave.period` frames.
  package static func cents(turnsPerFrame: Double) -> Double {
    1_200 * SystemMath.log2(turnsPerFrame * Double(TestWave.period))
  }
}
