// What settings that are out of their ranges work as.

extension Comparable {
  /// The nearest value within a range: what is out of it works as if it were this one, and documents say so. What is no
  /// number becomes the lowest.
  func within(_ range: ClosedRange<Self>) -> Self { min(max(range.lowerBound, self), range.upperBound) }
}

extension Double {
  /// The nearest value within a range; another one for what is no number, or without end.
  func within(_ range: ClosedRange<Double>, or usual: Double) -> Double { isFinite ? within(range) : usual }
}
