import TactusFiles

extension String {
  /// The text quoted as one word for a shell: in single quotes if necessary, in `$'…'` if it contains control
  /// characters or bytes that are not valid UTF-8.
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
