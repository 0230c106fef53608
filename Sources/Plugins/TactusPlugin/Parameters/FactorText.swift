import TactusDSP

/// Factors as text, for values in octaves: 2 is "× 4.00", and −2 is "÷ 4.00".
enum FactorText {
  /// Returns the text of a value in octaves.
  static func text(_ octaves: Double) -> String {
    let factor = ParameterDescriptor.decimal(ExactMath.exp2(octaves.magnitude), 2)
    return (octaves < 0 && factor != "1.00" ? "÷ " : "× ") + factor
  }

  /// Parses a factor in lower case, such as "× 4", "x4", "÷ 4", "/4" or "0.25"; nil if the text is none.
  static func octaves(_ text: String) -> Double? {
    var number = text[...]
    var sign = 1.0
    if let first = text.first, "×x*÷/".contains(first) {
      if "÷/".contains(first) { sign = -1 }
      number = number.dropFirst().drop { $0 == " " }
    }
    guard let factor = Double(number), factor.isFinite, factor > 0 else { return nil }
    return sign * ExactMath.log2(factor)
  }
}
