import TactusFiles
import TactusJACK

extension JACKWatch {
  /// "the JACK server has gone", with its last words if it has said any.
  var shutdownSentence: String { "\(JACKError.serverGone(shutdownMessage))" }
}

extension String {
  /// As a shell takes it for one word: in single quotes where it is not plain, in `$'…'` where it has bytes that are no
  /// characters.
  var quotedForShell: String {
    if printable != self {
      let quoted = unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0).printable }
      return "$'" + quoted.joined() + "'"
    }
    let isPlain = !isEmpty && allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "/._-+@,:=".contains($0)) }
    return isPlain
      ? self : "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
  }
}
