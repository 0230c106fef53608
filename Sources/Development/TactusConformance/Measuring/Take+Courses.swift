// From samples to quantities that have a value at each frame.

extension Take {
  package var length: Int { left.count }

  /// The amplitude at each frame: of a pair its length, of a constant its magnitude.
  package var amplitudes: [Double] {
    zip(left, right).map { $0 == 0 ? abs($1) : $1 == 0 ? abs($0) : ($0 * $0 + $1 * $1).squareRoot() }
  }

  /// The amplitude at each frame in decibels below full level.
  package var levels: [Double] { amplitudes.map { SystemMath.decibels($0) } }

  /// The phase of a pair in turns at the frames of a range, without jumps; elsewhere 0.
  package func phases(in range: Range<Int>) -> [Double] {
    var phases = [Double](repeating: 0, count: length)
    var turns = 0.0
    var last = 0.0
    for frame in range {
      let phase = SystemMath.atan2(right[frame], left[frame]) / (2 * .pi)
      // Pitches stay below half the sample rate, and the phase only grows.
      if frame > range.lowerBound, phase < last { turns += 1 }
      last = phase
      phases[frame] = turns + phase
    }
    return phases
  }

  /// Cents above the recorded pitch at each frame of a range. A frame's pitch is what its phase and the next one's differ
  /// by; it is averaged over so many frames before and after.
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

  /// Turns a frame as cents above one turn in `Wave.period` frames.
  package static func cents(turnsPerFrame: Double) -> Double {
    1_200 * SystemMath.log2(turnsPerFrame * Double(TestWave.period))
  }
}
