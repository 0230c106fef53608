extension [UInt8] {
  /// Appends a number with at most two decimals, rounded half up, without trailing zeros.
  package mutating func append(number value: Double) {
    let bounded = Swift.min(Swift.max(value, -1e12), 1e12)
    let hundredths = bounded == bounded ? Int64((bounded * 100 + 0.5).rounded(.down)) : 0
    if hundredths < 0 { append(UInt8(ascii: "-")) }
    let size = hundredths.magnitude
    append(contentsOf: String(size / 100).utf8)
    let part = size % 100
    guard part > 0 else { return }
    append(UInt8(ascii: "."))
    append(UInt8(ascii: "0") + UInt8(part / 10))
    if part % 10 > 0 { append(UInt8(ascii: "0") + UInt8(part % 10)) }
  }

  /// Appends text unchanged.
  package mutating func append(text: String) { append(contentsOf: text.utf8) }

  /// Appends text with XML's reserved characters escaped and invalid characters replaced.
  package mutating func append(escaping text: String) {
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": append(text: "&amp;")
      case "<": append(text: "&lt;")
      case ">": append(text: "&gt;")
      case "\"": append(text: "&quot;")
      case _ where scalar.value < 32 || (0xFFFE...0xFFFF).contains(scalar.value): append(text: "\u{FFFD}")
      default: append(text: String(scalar))
      }
    }
  }

  /// Appends bytes in Base64 (RFC 4648).
  package mutating func append(base64 bytes: [UInt8]) {
    let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<Swift.min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for position in 0..<4 {
        append(position <= group.count ? letters[bits >> (18 - 6 * position) & 63] : UInt8(ascii: "="))
      }
    }
  }
}
