/// A segment of a ``FrameClock``: a ``TempoSegment`` with its start in frames.
///
/// The position of tick t is `frame` plus (R + b·2·N·U) / 2D frames, where b = t − firstTick, U = units per tick, D =
/// units per second times the denominator of the sample rate, N = the numerator of the sample rate, and R = `remainder`
/// (0 ≤ R < 2D) is the fractional part of the segment's start, in units of 1/2D frame. R includes half a frame, so that
/// rounding the quotient down rounds the position half up.
struct FrameSegment {
  var firstTick: Int64
  /// The rounded frame of the first tick.
  var frame: Int64
  /// The remainder R of the start of the segment.
  var remainder: Int64
  var unitsPerTick: UInt32
  var lastUnitsPerTick: UInt32
  var isRamp: Bool
  var isLinearInTime: Bool

  init(_ segment: TempoSegment, doubledRate: Int64, divisor: Int64) {
    let position = segment.time * Int128(doubledRate) + Int128(divisor / 2)
    let whole = WideDivision.floor(position, Int128(divisor))
    firstTick = segment.firstTick
    frame = WideDivision.saturate(whole)
    remainder = Int64(truncatingIfNeeded: position - whole * Int128(divisor))
    unitsPerTick = segment.unitsPerTick
    lastUnitsPerTick = segment.lastUnitsPerTick
    isRamp = segment.isRamp
    isLinearInTime = segment.isLinearInTime
  }
}
