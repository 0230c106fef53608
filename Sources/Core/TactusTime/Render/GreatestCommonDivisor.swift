extension FixedWidthInteger {
  /// Returns the greatest common divisor of two non-negative numbers (Euclid's algorithm); if one of them is zero,
  /// returns the other.
  @inlinable
  package func greatestCommonDivisor(with other: Self) -> Self {
    var (a, b) = (self, other)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
