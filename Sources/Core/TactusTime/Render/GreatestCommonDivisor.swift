extension FixedWidthInteger {
  /// Returns the greatest common divisor of two numbers that are not negative (Euclid's algorithm); the other number if
  /// one of them is zero.
  @inlinable
  package func greatestCommonDivisor(with other: Self) -> Self {
    var (a, b) = (self, other)
    while b != 0 { (a, b) = (b, a % b) }
    return a
  }
}
