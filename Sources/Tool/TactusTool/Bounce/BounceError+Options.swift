import Tactus

extension BounceError {
  /// Whether the song is too long.
  var isTooLong: Bool {
    if case .tooLong = self { return true }
    return false
  }

  /// Returns the error in one sentence, with the options that help.
  ///
  /// - Parameter settings: the settings of the bounce. A range with a start, or a loop, has another end than the song.
  func tooLongWords(_ settings: BounceSettings) -> String {
    guard case .tooLong(_, let maximum, let gap) = self else { return "\(self)" }
    if let gap { return "\(self) (--to \(gap.cut), --max-length)" }
    let length = maximum - settings.leadIn
    guard case .asWritten = settings.loops, settings.range?.from == nil, length > 0 else {
      return "\(self) (--max-length)"
    }
    return "\(self) (--max-length), or end the song earlier (--to \(SongPosition.seconds(length)))"
  }
}
