import TactusTime

/// Converts ticks to another resolution, at the same beats.
struct ResolutionChange: BitwiseCopyable {
  private let old: Int128
  private let new: Int128

  /// Creates a conversion.
  ///
  /// - Parameters:
  ///   - old: the ticks per quarter note before.
  ///   - new: the ticks per quarter note from now on.
  init(from old: Int64, to new: Int64) { (self.old, self.new) = (Int128(max(1, old)), Int128(max(1, new))) }

  /// Returns the first tick at or after the beat of a former tick.
  func firstTick(atBeatOf tick: Tick) -> Tick {
    let product = Int128(tick) * new
    let quotient = product / old
    return Self.clamp(quotient * old < product ? quotient + 1 : quotient)
  }

  /// Returns the tick nearest to the beat of a former tick; the later one if two are equally near.
  func nearestTick(toBeatOf tick: Tick) -> Tick {
    let (sum, unit) = (2 * Int128(tick) * new + old, 2 * old)
    let quotient = sum / unit
    return Self.clamp(quotient * unit > sum ? quotient - 1 : quotient)
  }

  /// Returns the time in frames from the beat of a former tick to ``firstTick(atBeatOf:)``.
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
