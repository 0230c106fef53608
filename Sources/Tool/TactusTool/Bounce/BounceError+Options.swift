import Tactus

extension BounceError {
  /// Whether the song is too long.
  var isTooLong: Bool {
    if case .tooLong = self { return true }
    return false
  }

  /// The error in one sentence, with the options that help.
  var tooLongWords: String {
    guard case .tooLong(_, _, let gap?) = self else { return "\(self) (--max-length)" }
    return "\(self) (--to \(gap.cut), --max-length)"
  }
}
