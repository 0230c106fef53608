// Clamps settings to their ranges.

extension Comparable {
  /// Returns the nearest value within a range; NaN becomes the lowest value. Out-of-range settings take effect, and are
  /// written to documents, as the returned value.
  func within(_ range: ClosedRange<Self>) -> Self { min(max(range.lowerBound, self), range.upperBound) }
}

extension Double {
  /// Returns the nearest value within a range, or a default for NaN and infinity.
  func within(_ range: ClosedRange<Double>, or usual: Double) -> Double { isFinite ? within(range) : usual }
}
