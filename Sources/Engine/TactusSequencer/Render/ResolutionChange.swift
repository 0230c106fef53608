import TactusTime

/// Converts ticks of an old resolution to ticks of a new one, at the same beats.
struct ResolutionChange: BitwiseCopyable {
  /// Ticks per quarter note.
  private let old: Int128
  private let new: Int128

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - old: the ticks per quarter note of the ticks to convert.
  ///   - new: the ticks per quarter note of the results.
  init(from old: Int64, to new: Int64) { (self.old, self.new) = (Int128(max(1, old)), Int128(max(1, new))) }

  /// Returns the first new tick at or after the beat of an old tick.
  func firstTick(atBeatOf tick: Tick) -> Tick {
    let product = Int128(tick) * new
    let quotient = product / old
    return Self.clamp(quotient * old < product ? quotient + 1 : quotient)
  }

  /// Returns the new tick nearest to the beat of an old tick; the later one if two are equally near.
  func nearestTick(toBeatOf tick: Tick) -> Tick {
    let (sum, unit) = (2 * Int128(tick) * new + old, 2 * old)
    let quotient = sum / unit
    return Self.clamp(quotient * unit > sum ? quotient - 1 : quotient)
  }

  /// Returns the time in frames from the beat of an old tick to ``firstTick(atBeatOf:)``; half a frame is rounded up.
  ///
  /// - Parameter cursor: the tempo map at the new resolution.
  func delay(after tick: Tick, _ cursor: FrameCursor) -> Int64 {
    let first = firstTick(atBeatOf: tick)
    let rest = Int128(first) * old - Int128(tick) * new
    guard rest > 0, rest < old else { return 0 }
    var cursor = cursor
    let length = cursor.numerator(atTick: first) - cursor.numerator(atTick: first &- 1)
    let unit = old * Int128(cursor.numeratorsPerFrame)
    return Int64(clamping: (length * rest + unit / 2) / unit)
  }

  private static func clamp(_ tick: Int128) -> Tick { TimeSettings.clamp(tick: Int64(clamping: tick)) }
}
