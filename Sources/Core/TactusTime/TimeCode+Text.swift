/// The reason why a string is not a time code.
///
/// - Thread: any
public enum TimeCodeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The string does not have the form hh:mm:ss:ff.
  case form(String)
  /// A number is out of its range.
  case range(String, part: String, limit: Int64)
  /// Drop-frame numbering skips this time code.
  case dropped(String)

  /// The error in one sentence.
  public var description: String {
    switch self {
    case .form(let text): "'\(text)' is no time code: expected hours:minutes:seconds:frames, such as 01:02:03:04"
    case .range(let text, let part, let limit): "'\(text)' is no time code: \(part) are 0 to \(limit)"
    case .dropped(let text):
      "'\(text)' does not exist: drop-frame time code leaves out frames 0 and 1 of each minute but every tenth"
    }
  }
}

extension TimeCode: CustomStringConvertible {
  /// Text such as "01:02:03:04", with a semicolon before the frames for drop-frame numbering.
  public var description: String {
    func two(_ number: UInt8) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(two(hours)):\(two(minutes)):\(two(seconds))\(rate.isDrop ? ";" : ":")\(two(frames))"
  }

  /// Parses "01:02:03:04" or "01:02:03;04". The rate is always `rate`, regardless of the separators.
  public init(_ text: String, rate: TimeCodeRate) throws(TimeCodeError) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == ";" || $0 == "." }
    guard parts.count == 4, parts.allSatisfy({ (1...2).contains($0.utf8.count) && $0.utf8.allSatisfy(Self.isDigit) })
    else { throw .form(text) }
    let numbers = parts.map { UInt8($0) ?? 0 }
    let limits: [(String, Int64)] = [
      ("hours", 23), ("minutes", 59), ("seconds", 59), ("frames", rate.numbersPerSecond - 1),
    ]
    for (number, limit) in zip(numbers, limits) where Int64(number) > limit.1 {
      throw .range(text, part: limit.0, limit: limit.1)
    }
    guard
      let code = TimeCode(
        hours: numbers[0], minutes: numbers[1], seconds: numbers[2], frames: numbers[3], rate: rate)
    else { throw .dropped(text) }
    self = code
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }
}

extension TimeCodeRate: CustomStringConvertible {
  /// "24", "25", "29.97 drop", "30" or "29.97".
  public var description: String {
    switch self {
    case .film24: "24"
    case .pal25: "25"
    case .drop29: "29.97 drop"
    case .full30: "30"
    case .nonDrop29: "29.97"
    }
  }
}
