import TactusDSP

/// Maps the values of an axis to positions in a drawing.
package struct AxisScale: Sendable {
  /// The values at both ends.
  package var low, high: Double
  /// The positions of both ends; `end` may be before `start`, for axes that point upwards.
  package var start, end: Double
  /// Whether the axis is logarithmic.
  package var isLogarithmic = false

  package init(_ low: Double, _ high: Double, from start: Double, to end: Double, isLogarithmic: Bool = false) {
    self.low = low
    self.high = high > low ? high : low + 1
    self.start = start
    self.end = end
    self.isLogarithmic = isLogarithmic && low > 0
  }

  /// Returns the position of a value, possibly beyond the ends.
  package func position(_ value: Double) -> Double {
    let part =
      isLogarithmic
      ? (ExactMath.log2(value) - ExactMath.log2(low)) / (ExactMath.log2(high) - ExactMath.log2(low))
      : (value - low) / (high - low)
    return start + part * (end - start)
  }

  /// Returns the position of a value, clamped to the ends.
  package func clampedPosition(_ value: Double) -> Double { position(min(max(value, low), high)) }

  /// Returns the value at a position; the inverse of ``position(_:)``.
  package func value(_ position: Double) -> Double {
    let part = (position - start) / (end - start)
    guard isLogarithmic else { return low + part * (high - low) }
    return low * ExactMath.exp2(part * (ExactMath.log2(high) - ExactMath.log2(low)))
  }

  /// The number of pixels per unit of a linear axis.
  package var pixelsPerUnit: Double { abs(end - start) / (high - low) }
}
