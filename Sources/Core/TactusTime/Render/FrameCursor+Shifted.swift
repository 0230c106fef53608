// Access to positions before they are rounded. A timeline that uses these can start at any frame, and repeat, while
// each position is still rounded only once.

extension FrameCursor {
  /// The number of numerator units per frame; see ``numerator(atTick:)``.
  package var numeratorsPerFrame: Int64 { @_noAllocation @_noLocks get { divisor } }

  /// Returns the exact position of a tick, in units of 1 / ``numeratorsPerFrame`` frame: the frame of the tick is
  /// ⌊numerator / ``numeratorsPerFrame``⌋.
  ///
  /// The position is exact on steps. On ramps, it is the position of ``TempoMap``, which is rounded once to the units
  /// of the map.
  @_noAllocation @_noLocks
  package mutating func numerator(atTick tick: Tick) -> Int128 {
    let tick = TimeSettings.clamp(tick: tick)
    moveToTick(tick)
    let segment = segments[index]
    let ticks = tick &- segment.firstTick
    let units =
      segment.isRamp && ticks >= 0
      ? Int128(ramp(segment).time(after: ticks)) : Int128(ticks) * Int128(segment.unitsPerTick)
    return start(segment) + Int128(doubledRate) * units
  }

  /// Returns the frame of a tick that is delayed by `shift` numerator units.
  @_noAllocation @_noLocks
  package mutating func frame(atTick tick: Tick, shift: Int128) -> Int64 {
    WideDivision.saturate(WideDivision.floor(numerator(atTick: tick) + shift, Int128(divisor)))
  }

  /// Returns the first tick that is not before `frame` when it is delayed by `shift` numerator units.
  @_noAllocation @_noLocks
  package mutating func firstTick(notBefore frame: Int64, shift: Int128) -> Tick {
    if frame == .max { return TimeSettings.clamp(tick: .max) }
    let most = Int128(frame) * Int128(divisor) - 1 - shift  // the greatest numerator of earlier ticks
    moveToNumerator(most)
    let segment = segments[index]
    return TimeSettings.clamp(tick: lastTick(of: segment, notAfter: most - start(segment)) &+ 1)
  }

  /// Returns the exact position of a segment's first tick.
  @_noAllocation @_noLocks
  private func start(_ segment: FrameSegment) -> Int128 {
    Int128(segment.frame) * Int128(divisor) + Int128(segment.remainder)
  }

  /// Moves to the last segment that starts at or before a position in numerator units. The first segment also covers
  /// everything before it.
  @_noAllocation @_noLocks
  private mutating func moveToNumerator(_ position: Int128) {
    if start(segments[index]) <= position, index + 1 == count || start(segments[index + 1]) > position { return }
    var (low, high) = (0, count)
    while high &- low > 1 {
      let middle = low &+ (high &- low) / 2
      if start(segments[middle]) <= position { low = middle } else { high = middle }
    }
    index = low
  }
}
