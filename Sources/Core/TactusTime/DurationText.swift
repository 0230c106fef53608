/// Durations in words for messages: "0.5 s", "43 s", "95 min", "5 h 12 min", "16 days".
package enum DurationText {
  /// Returns the duration, rounded down to the smallest unit shown; "endlessly" above 10¹⁵ seconds.
  package static func text(seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e15 else { return "endlessly" }
    // `Int` may have 32 bits
    let whole = Int64(max(0, seconds))
    let hundredths = Int64(max(0, seconds) * 100 + 1e-6)
    switch whole {
    case 0..<10 where hundredths % 100 != 0:
      let digits =
        hundredths % 10 == 0 ? "\(hundredths / 10 % 10)" : (hundredths % 100 < 10 ? "0" : "") + "\(hundredths % 100)"
      return "\(whole).\(digits) s"
    case 0..<120: return "\(whole) s"
    case 0..<7_200: return "\(whole / 60) min"
    case 0..<172_800: return "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: return "\(whole / 86_400) days"
    }
  }
}
