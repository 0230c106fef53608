import TactusDSP

/// Where the values of an axis lie in a drawing.
package struct AxisScale: Sendable {
  /// The values at the two ends.
  package var low, high: Double
  /// Where the ends lie; `end` may be before `start`, as on axes that grow upwards.
  package var start, end: Double
  /// Whether equal ratios, not equal differences, take equal room.
  package var isLogarithmic = false

  package init(_ low: Double, _ high: Double, from start: Double, to end: Double, isLogarithmic: Bool = false) {
    self.low = low
    self.high = high > low ? high : low + 1
    self.start = start
    self.end = end
    self.isLogarithmic = isLogarithmic && low > 0
  }

  /// Where a value lies, also beyond the ends.
  package func position(_ value: Double) -> Double {
    let part =
      isLogarithmic
      ? (ExactMath.log2(value) - ExactMath.log2(low)) / (ExactMath.log2(high) - ExactMath.log2(low))
      : (value - low) / (high - low)
    return start + part * (end - start)
  }

  /// Where a value lies, at the ends at most.
  package func clampedPosition(_ value: Double) -> Double { position(min(max(value, low), high)) }

  /// The value at a place; the inverse of ``place(_:)``.
  package func value(_ position: Double) -> Double {
    let part = (position - start) / (end - start)
    guard isLogarithmic else { return low + part * (high - low) }
    return low * ExactMath.exp2(part * (ExactMath.log2(high) - ExactMath.log2(low)))
  }

  /// Pixels per unit, of an axis of equal differences.
  package var pixelsPerUnit: Double { abs(end - start) / (high - low) }
}
