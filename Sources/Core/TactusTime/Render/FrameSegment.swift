/// A segment of a ``FrameClock``: a ``TempoSegment`` with its start in frames.
///
/// The exact frame of tick t is (R + b·2·N·U) / 2D after `frame`, where b = t − firstTick, U = units per tick, D =
/// units per second times the denominator of the sample rate, N = its numerator, and R (0 ≤ R < 2D) is the remainder of
/// the segment's start. R includes half a frame, so that rounding the quotient down rounds the position half up.
struct FrameSegment {
  var firstTick: Int64
  /// The rounded frame of the first tick.
  var frame: Int64
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
