import TactusFiles

extension String {
  /// The text with control characters replaced by visible escapes, so that text from a file can neither control the
  /// terminal nor break lines. A byte of a file name that is not valid UTF-8 becomes an escape such as `\xE9`, as in a
  /// shell's `$'…'`.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var result = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where FileName.byte(scalar) != nil:
        result += "\\x" + String(scalar.value & 0xFF, radix: 16, uppercase: true)
      case _ where scalar.isUnprintable: result += "\\u{" + String(scalar.value, radix: 16) + "}"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// The text without leading and trailing white space.
  package var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.prefix(upTo: start.lastIndex { !$0.isWhitespace }.map(start.index(after:)) ?? start.startIndex))
  }

  /// Pads with spaces on the right to at least `width` characters.
  package func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
  /// Pads with spaces on the left to at least `width` characters.
  package func aligned(to width: Int) -> String { String(repeating: " ", count: max(0, width - count)) + self }
}

extension Unicode.Scalar {
  /// Whether it is a control or format character, or a line or paragraph separator.
  fileprivate var isUnprintable: Bool {
    if value < 0x80 { return value < 0x20 || value == 0x7F }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: return true
    default: return false
    }
  }
}

extension BinaryInteger {
  /// A number of bytes for display: "512 bytes", "148.4 MB" (decimal units).
  package var asBytes: String {
    if magnitude < 1000 { return counted("byte") }
    var value = Double(self)
    for unit in ["kB", "MB", "GB"] {
      value /= 1000
      if value < 999.95 || unit == "GB" { return value.fixed(1) + " " + unit }
    }
    return ""
  }
}
