/// What a row's trial gave.
package struct ConformanceResult: Sendable {
  package let row: ConformanceRow
  package let measured: Double

  package init(row: ConformanceRow, measured: Double) {
    self.row = row
    self.measured = measured
  }

  /// How a row came out.
  package enum Verdict: String, Sendable {
    /// As the source has it.
    case passed = "ok"
    /// Unlike the source, in the way that is documented.
    case deviates
    /// Neither.
    case failed = "FAILED"
  }

  /// Measured less expected.
  package var error: Double { measured - row.expected }

  package var verdict: Verdict {
    // Not a number is never within a tolerance.
    if let deviation = row.deviation { return abs(measured - deviation.value) <= row.tolerance ? .deviates : .failed }
    return abs(error) <= row.tolerance ? .passed : .failed
  }

  /// How many decimals its numbers are worth: one more than the tolerance has.
  package var decimals: Int {
    var count = 1
    var step = 1.0
    while count < 7, step > row.tolerance * 1.001 {
      step /= 10
      count += 1
    }
    return count
  }
}
