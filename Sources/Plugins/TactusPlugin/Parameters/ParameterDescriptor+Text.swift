// Values as text.

extension ParameterDescriptor {
  /// Returns a value as readable text: "-3.0 dB", "Up", "On". A value that is shown with the same digits as one that
  /// has a word is shown as this word.
  ///
  /// Law: `text(of: value(of: text(of: x)))` is `text(of: x)`.
  public func text(of value: Double) -> String {
    let value = clamped(value)
    if let word = words[isStepped ? value : shown(value)] { return word }
    if unit == .factor { return FactorText.text(value) }
    switch kind {
    case .toggle: return value == 0 ? "Off" : "On"
    case .choice(let names): return names.indices.contains(Int(value)) ? names[Int(value)] : "\(Int(value))"
    case .whole: return "\(Int(value))" + unit.suffix
    case .continuous: return Self.decimal(value, decimals) + unit.suffix
    }
  }

  /// Parses a value, with or without its unit, in upper or lower case; nil if the text is not a value.
  ///
  /// Law: `value(of: text(of: x))` is x, rounded to the decimals that are shown.
  public func value(of text: String) -> Double? {
    let text = Self.trimmed(text).lowercased()
    if let word = words.first(where: { $0.value.lowercased() == text }) { return word.key }
    if unit == .factor { return FactorText.octaves(text).map(clamped) }
    switch kind {
    case .toggle:
      if ["on", "yes", "true", "1"].contains(text) { return 1 }
      return ["off", "no", "false", "0"].contains(text) ? 0 : nil
    case .choice(let names):
      if let position = names.firstIndex(where: { $0.lowercased() == text }) { return Double(position) }
    case .whole, .continuous: break
    }
    var number = text
    let suffix = Self.trimmed(unit.suffix).lowercased()
    if !suffix.isEmpty, number.hasSuffix(suffix) { number = Self.trimmed(String(number.dropLast(suffix.count))) }
    // accepts the typographic minus sign, "−3"
    if number.hasPrefix("\u{2212}") { number = "-" + number.dropFirst() }
    guard let value = Double(number), value.isFinite else { return nil }
    return clamped(value)
  }

  /// Returns the value that the digits of a value represent.
  private func shown(_ value: Double) -> Double {
    let factor = Self.factor(decimals)
    return (value * factor).rounded() / factor
  }

  /// The number of decimals that are shown.
  private var decimals: Int {
    switch unit {
    case .decibels, .percent, .cents, .milliseconds: 1
    case .semitones: 0
    case .none, .beats, .octaves, .factor: 2
    }
  }

  /// Formats a value with the given number of decimals, rounding halves away from 0.
  static func decimal(_ value: Double, _ decimals: Int) -> String {
    let factor = factor(decimals)
    let scaled = (value.magnitude * factor).rounded()
    guard scaled < 1e15 else { return "\(value)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(factor))
    let sign = value < 0 && scaled > 0 ? "-" : ""
    guard decimals > 0 else { return "\(sign)\(whole)" }
    let digits = "\(rest)"
    return "\(sign)\(whole)." + String(repeating: "0", count: decimals - digits.count) + digits
  }

  private static func factor(_ decimals: Int) -> Double { decimals == 2 ? 100 : decimals == 1 ? 10 : 1 }

  private static func trimmed(_ text: String) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    var end = start
    while let last = end.last, last == " " || last == "\t" { end = end.dropLast() }
    return String(end)
  }
}
