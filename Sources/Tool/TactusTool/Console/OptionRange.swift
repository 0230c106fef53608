import ArgumentParser

/// Checks whether the value of an option lies in its range.
enum OptionRange {
  /// Throws "--tempo 5 is outside 20 to 400 quarter notes per minute" if the value is outside the range.
  static func check(
    _ value: Double, _ range: ClosedRange<Double>, _ option: String, _ unit: String? = nil
  ) throws(ValidationError) {
    guard !range.contains(value) else { return }
    throw ValidationError(
      "\(option) \(text(value)) is outside \(text(range.lowerBound)) to \(text(range.upperBound))"
        + (unit.map { " " + $0 } ?? ""))
  }

  /// Returns a number; a whole one without decimals.
  private static func text(_ number: Double) -> String {
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
