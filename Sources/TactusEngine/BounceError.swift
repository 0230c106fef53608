/// Why a bounce was not made.
public enum BounceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The song is longer than allowed; both in seconds.
  case tooLong(seconds: Double, maximum: Double)
  /// A setting is outside its range.
  case badSetting(String, expected: String)
  /// It was cancelled.
  case cancelled

  /// The sentence for people.
  public var description: String {
    switch self {
    case .tooLong(let seconds, let maximum):
      "the song is \(Self.duration(seconds)) long, more than the maximum of \(Self.duration(maximum)); "
        + "raise the maximum length if that is meant"
    case .badSetting(let name, let expected): "\(name) must be \(expected)"
    case .cancelled: "cancelled"
    }
  }

  private static func duration(_ seconds: Double) -> String {
    guard seconds.isFinite, seconds < 1e15 else { return "endlessly" }
    let whole = Int(seconds)
    switch whole {
    case 0..<120: return "\(whole) s"
    case 0..<7_200: return "\(whole / 60) min"
    case 0..<172_800: return "\(whole / 3_600) h \(whole / 60 % 60) min"
    default: return "\(whole / 86_400) days"
    }
  }
}
