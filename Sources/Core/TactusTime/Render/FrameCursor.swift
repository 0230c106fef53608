/// Reads a ``FrameClock`` without allocating or retaining; it is fastest with ascending queries.
///
/// It borrows the clock's memory: the clock must outlive the cursor. The results do not depend on the order of queries;
/// the cursor remembers only the last segment used, so that a query near the previous one needs no search.
/// - Thread: audio (one thread at a time)
public struct FrameCursor {
  let segments: UnsafePointer<FrameSegment>
  let count: Int
  /// 2 · the numerator of the sample rate.
  let doubledRate: Int64
  /// 2 · units per second · the denominator of the sample rate.
  let divisor: Int64
  /// The denominator of the sample rate.
  let rateDenominator: Int64
  /// The index of the last segment used.
  var index = 0

  init(segments: UnsafePointer<FrameSegment>, count: Int, doubledRate: Int64, divisor: Int64, rateDenominator: Int64) {
    self.segments = segments
    self.count = count
    self.doubledRate = doubledRate
    self.divisor = divisor
    self.rateDenominator = rateDenominator
  }

  /// Returns the frame of a tick; see ``FrameClock/frame(atTick:)``.
  @_noAllocation @_noLocks
  public mutating func frame(atTick tick: Tick) -> Int64 {
    let tick = TimeSettings.clamp(tick: tick)
    moveToTick(tick)
    let segment = segments[index]
    let ticks = tick &- segment.firstTick
    if segment.isRamp, ticks >= 0 { return advance(segment, units: ramp(segment).time(after: ticks), each: 1) }
    return advance(segment, units: ticks, each: Int64(segment.unitsPerTick))
  }

  /// Returns the last tick whose frame is not after `frame`; see ``FrameClock/tick(atFrame:)``.
  @_noAllocation @_noLocks
  public mutating func tick(atFrame frame: Int64) -> Tick {
    if frame == .max { return TimeSettings.clamp(tick: .max) }
    moveToFrame(frame)
    let segment = segments[index]
    // the last numerator that belongs to this frame
    let frames = Int128(frame) - Int128(segment.frame) + 1
    let most = frames * Int128(divisor) - 1 - Int128(segment.remainder)
    return lastTick(of: segment, notAfter: most)
  }

  /// Returns the last tick of the current segment that is at most `most` numerator units after the segment's start.
  @_noAllocation @_noLocks
  func lastTick(of segment: FrameSegment, notAfter most: Int128) -> Tick {
    let ticks: Int128
    if segment.isRamp, most >= 0 {
      ticks = Int128(ramp(segment).lastTick(notAfter: WideDivision.saturate(most / Int128(doubledRate))))
    } else {
      ticks = WideDivision.floor(most, Int128(doubledRate) * Int128(segment.unitsPerTick))
    }
    let tick = TimeSettings.clamp(tick: WideDivision.saturate(Int128(segment.firstTick) + ticks))
    // at the end of a saturated segment, the formula may yield a tick after the segment
    return index + 1 < count ? min(tick, segments[index + 1].firstTick &- 1) : tick
  }

  /// Returns the frame of the segment's start plus ⌊(R + 2·N · units·each) / 2D⌋ frames; see `FrameSegment`.
  @_noAllocation @_noLocks
  private func advance(_ segment: FrameSegment, units: Int64, each: Int64) -> Int64 {
    let (step, tooWide) = doubledRate.multipliedReportingOverflow(by: each)
    let (product, wide) = step.multipliedReportingOverflow(by: units)
    let (sum, wider) = product.addingReportingOverflow(segment.remainder)
    if units >= 0, !tooWide, !wide, !wider {
      let (frame, beyond) = segment.frame.addingReportingOverflow(sum / divisor)
      return beyond ? .max : frame
    }
    let numerator = Int128(doubledRate) * Int128(each) * Int128(units) + Int128(segment.remainder)
    return WideDivision.saturate(Int128(segment.frame) + WideDivision.floor(numerator, Int128(divisor)))
  }

  @_noAllocation @_noLocks
  func ramp(_ segment: FrameSegment) -> TempoRamp {
    let length = segments[min(index &+ 1, count &- 1)].firstTick &- segment.firstTick
    return TempoRamp(
      length: length, first: segment.unitsPerTick, last: segment.lastUnitsPerTick,
      isLinearInTime: segment.isLinearInTime)
  }

  /// Moves to the segment that contains a tick. The first segment also covers everything before it.
  @_noAllocation @_noLocks
  mutating func moveToTick(_ tick: Tick) { moveToLast { $0.firstTick <= tick } }

  @_noAllocation @_noLocks
  private mutating func moveToFrame(_ frame: Int64) { moveToLast { $0.frame <= frame } }

  /// Moves to the last segment that has started at the wanted position. It first tries the current segment and the
  /// next few, and then performs a binary search.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func moveToLast(_ hasStarted: (FrameSegment) -> Bool) {
    var (low, high) = (0, count)
    if hasStarted(segments[index]) {
      low = index
      for _ in 0..<4 {
        if low &+ 1 >= count || !hasStarted(segments[low &+ 1]) {
          index = low
          return
        }
        low &+= 1
      }
    } else {
      high = index
    }
    while high &- low > 1 {
      let middle = low &+ (high &- low) / 2
      if hasStarted(segments[middle]) { low = middle } else { high = middle }
    }
    index = low
  }
}
