import TactusJACK

extension JACKWatch {
  /// "the JACK server has gone", with its last words if it has said any.
  var farewellSentence: String { "\(JACKError.serverGone(farewell))" }
}

extension String {
  /// As a shell takes it for one word: in single quotes where it is not plain.
  var quotedForShell: String {
    let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@,:=".contains($0)) }
    return isPlain
      ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
