// Clamps settings to their ranges.

extension Comparable {
  /// Returns the nearest value within a range, as which an out-of-range value works and is documented; NaN becomes the
  /// lowest.
  func within(_ range: ClosedRange<Self>) -> Self { min(max(range.lowerBound, self), range.upperBound) }
}

extension Double {
  /// Returns the nearest value within a range, or a default for NaN and infinity.
  func within(_ range: ClosedRange<Double>, or usual: Double) -> Double { isFinite ? within(range) : usual }
}
