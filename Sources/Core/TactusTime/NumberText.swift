extension BinaryInteger {
  /// Returns a count with its noun: "1 note", "2 notes", "12,345 notes".
  package func counted(_ one: String, _ many: String? = nil) -> String {
    "\(grouped) \(self == 1 ? one : many ?? one + "s")"
  }

  /// The number with its digits in groups of three: 12,345.
  package var grouped: String {
    let digits = Array(String(magnitude))
    let groups = stride(from: digits.count % 3 == 0 ? 0 : digits.count % 3 - 3, to: digits.count, by: 3).map {
      String(digits[Swift.max(0, $0)..<$0 + 3])
    }
    return (self < 0 ? "-" : "") + groups.joined(separator: ",")
  }
}

extension Double {
  /// Returns decimal text with a fixed number of decimal places (0…9); "–" for NaN, infinities and numbers that are too
  /// large.
  package func fixed(_ digits: Int) -> String {
    let scale = (0..<min(max(0, digits), 9)).reduce(1.0) { scale, _ in scale * 10 }
    guard abs(self) * scale < 9e15 else { return "–" }
    let scaled = Int64((abs(self) * scale).rounded())
    let whole = scaled / Int64(scale)
    let sign = self < 0 && scaled != 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(whole)" }
    let part = String(scaled % Int64(scale))
    return "\(sign)\(whole)." + String(repeating: "0", count: min(digits, 9) - part.count) + part
  }

  /// Seconds in clock notation: 3:05.2, or 1:02:03.4 for an hour or more.
  package var asClock: String {
    guard abs(self) < 1e12 else { return "–" }
    let tenths = Int64((abs(self) * 10).rounded())
    let (minutes, rest) = (tenths / 600, tenths % 600)
    let seconds = "\(rest < 100 ? "0" : "")\(rest / 10).\(rest % 10)"
    let sign = self < 0 && tenths != 0 ? "-" : ""
    guard minutes >= 60 else { return "\(sign)\(minutes):\(seconds)" }
    return "\(sign)\(minutes / 60):\(minutes % 60 < 10 ? "0" : "")\(minutes % 60):\(seconds)"
  }
}
