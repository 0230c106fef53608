/// Bytes read from hexadecimal text: "90 3C 64", "0x90, 0x3C", "903C64", "20903C64" for a word; # starts a comment.
struct HexText {
  private(set) var bytes: [UInt8] = []
  /// Whether all digits are in groups of eight, as in 32-bit words; the last group may be incomplete.
  private(set) var isWords = true
  private var hasShortGroup = false

  /// Parses a text.
  init(_ text: some Sequence<UInt8>, name: String) throws(ToolError) {
    var (token, line, isRemark): ([UInt8], Int, Bool) = ([], 1, false)
    for byte in text {
      switch byte {
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        try take(&token, name, line)
        isRemark = false
        if byte == UInt8(ascii: "\n") { line += 1 }
      case _ where isRemark: break
      case UInt8(ascii: "#"):
        try take(&token, name, line)
        isRemark = true
      case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: ","), UInt8(ascii: ";"): try take(&token, name, line)
      default: token.append(byte)
      }
    }
    try take(&token, name, line)
    isWords = isWords && bytes.count >= 4
    if bytes.isEmpty { throw ToolError(name, "contains no hexadecimal digits; expected bytes such as 90 3C 64") }
  }

  private mutating func take(_ token: inout [UInt8], _ name: String, _ line: Int) throws(ToolError) {
    guard !token.isEmpty else { return }
    let word = String(decoding: token, as: UTF8.self)
    token.removeAll()
    let digits = word.hasPrefix("0x") || word.hasPrefix("0X") ? word.dropFirst(2) : word[...]
    let values = digits.utf8.map(Self.value)
    guard !values.isEmpty, !values.contains(nil), values.count == 1 || values.count % 2 == 0 else {
      throw ToolError(
        name, "line \(line): '\(word)' is not a hexadecimal byte; write two digits per byte, such as 90 3C 64")
    }
    if hasShortGroup { isWords = false }
    hasShortGroup = values.count != 8
    let known = values.count == 1 ? [0] + values : values
    for position in stride(from: 0, to: known.count, by: 2) {
      bytes.append((known[position] ?? 0) << 4 | (known[position + 1] ?? 0))
    }
  }

  private static func value(_ character: UInt8) -> UInt8? {
    switch character {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): character - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): character - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): character - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
