/// The time that passes within a tempo ramp, in whole units of 10 ns / ticks per quarter note.
///
/// With U₀ and U₁ units per tick at the start and the end of the ramp, a length of L ticks, and b ticks since the
/// start:
///
///     linear in beats   t(b) = L·U₀·U₁/(U₀−U₁) · ln( ((L−b)·U₁ + b·U₀) / (L·U₁) )
///     linear in time    t(b) = 2·b·U₀ / (1 + √( ((L−b)·U₁² + b·U₀²) / (L·U₁²) ))
///
/// The tempo is proportional to 1/U, where U is the number of units per tick; both formulas are the integral of U over
/// the ticks. All sums have only positive terms, so there is no cancellation. The relative error before rounding to
/// whole units is below 12 · 2⁻⁵³. For a ramp of one hour at 480 ticks per quarter note, this is a fifth of a unit, or
/// 4 · 10⁻¹² s. Within ``TimeSettings/rampTickLimit`` and ``TimeSettings/rampRatioLimit``, that is less than the
/// duration of one tick, so t never decreases.
package struct TempoRamp {
  let length: Int64
  let first: UInt32
  let last: UInt32
  let isLinearInTime: Bool

  /// Creates a ramp of `length` ticks (1…2³¹) from `first` to `last` units per tick (neither is 0, and they differ).
  @_noAllocation @_noLocks
  package init(length: Int64, first: UInt32, last: UInt32, isLinearInTime: Bool) {
    self.length = length
    self.first = first
    self.last = last
    self.isLinearInTime = isLinearInTime
  }

  /// Returns the duration of the first `ticks` ticks (0…length) of the ramp, in units, rounded half up.
  @_noAllocation @_noLocks
  package func time(after ticks: Int64) -> Int64 {
    let exact = isLinearInTime ? linearInTime(ticks) : linearInBeats(ticks)
    return Int64(exact + 0.5)
  }

  /// Returns the units per tick at `ticks` ticks (0…length) after the start.
  @_noAllocation @_noLocks
  package func unitsPerTick(after ticks: Int64) -> Double {
    if isLinearInTime { return Double(first) / RampFunctions.squareRoot(squaredSpeed(ticks)) }
    return Double(first) * (Double(length) * Double(last)) / Double(blend(ticks))
  }

  /// Returns the last tick (0…length) whose time is not after `limit` ≥ 0.
  ///
  /// A closed formula yields an estimate. A search from this estimate then uses `time(after:)` itself, so that both
  /// functions agree exactly.
  @_noAllocation @_noLocks
  package func lastTick(notAfter limit: Int64) -> Int64 {
    let guess = inverse(Double(limit))
    var low: Int64 = guess >= Double(length) ? length : guess > 0 ? Int64(guess) : 0
    var step: Int64 = 1
    while low > 0, time(after: low) > limit {
      low = max(0, low &- step)
      step &*= 2
    }
    var high = low
    step = 1
    while high <= length, time(after: high) <= limit {
      low = high
      high = high &+ step
      step &*= 2
    }
    high = min(high, length &+ 1)  // time(low) ≤ limit < time(high), or high is beyond the ramp
    while high &- low > 1 {
      let middle = low &+ (high &- low) / 2
      if time(after: middle) <= limit { low = middle } else { high = middle }
    }
    return low
  }

  /// Returns (L−b)·U₁ + b·U₀, which is below 2⁶³. On a ramp that is linear in beats, the tempo is proportional to this
  /// value.
  @_noAllocation @_noLocks
  private func blend(_ ticks: Int64) -> UInt64 {
    UInt64(bitPattern: length &- ticks) &* UInt64(last) &+ UInt64(bitPattern: ticks) &* UInt64(first)
  }

  @_noAllocation @_noLocks
  private func linearInBeats(_ ticks: Int64) -> Double {
    let log = RampFunctions.lnOfRatio(blend(ticks), UInt64(bitPattern: length) &* UInt64(last))
    return Double(length) * (Double(first) * Double(last)) / difference * log
  }

  /// Returns the square of the ratio of the tempo at `ticks` ticks to the tempo at the start, on a ramp that is linear
  /// in time.
  @_noAllocation @_noLocks
  private func squaredSpeed(_ ticks: Int64) -> Double {
    let first = Double(self.first) * Double(self.first)
    let last = Double(self.last) * Double(self.last)
    return (Double(length &- ticks) * last + Double(ticks) * first) / (Double(length) * last)
  }

  @_noAllocation @_noLocks
  private func linearInTime(_ ticks: Int64) -> Double {
    2 * (Double(ticks) * Double(first)) / (1 + RampFunctions.squareRoot(squaredSpeed(ticks)))
  }

  /// Returns the approximate number of ticks that pass in `time` units.
  @_noAllocation @_noLocks
  private func inverse(_ time: Double) -> Double {
    let first = Double(self.first)
    let last = Double(self.last)
    if isLinearInTime {
      let slope = difference / (first * last) / (2 * linearInTime(length))
      return time / first + time * time * slope
    }
    let scale = Double(length) * last
    return scale / difference * RampFunctions.expm1(time * (difference / (scale * first)))
  }

  /// U₀ − U₁.
  private var difference: Double { Double(Int64(first) &- Int64(last)) }
}
