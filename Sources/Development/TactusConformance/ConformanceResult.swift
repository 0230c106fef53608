/// The result of a row's trial.
package struct ConformanceResult: Sendable {
  package let row: ConformanceRow
  package let measured: Double

  package init(row: ConformanceRow, measured: Double) {
    self.row = row
    self.measured = measured
  }

  /// The verdict on a row.
  package enum Verdict: String, Sendable {
    /// The measured value agrees with the source.
    case passed = "ok"
    /// The measured value agrees with the documented deviation from the source.
    case deviates
    /// The measured value does not agree with the value that the row requires.
    case failed = "FAILED"
  }

  /// The measured value minus the expected one.
  package var error: Double { measured - row.expected }

  package var verdict: Verdict {
    // NaN is never within a tolerance.
    if let deviation = row.deviation { return abs(measured - deviation.value) <= row.tolerance ? .deviates : .failed }
    return abs(error) <= row.tolerance ? .passed : .failed
  }

  /// The number of significant decimal places: one more than the tolerance has.
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
