/// A pressed key.
package enum Key: Hashable, Sendable {
  case character(Character)
  case left, right, up, down, home, end, escape
}

/// Converts the bytes from a terminal to keys; escape sequences may arrive in parts.
package struct KeyReader {
  private var pending: [UInt8] = []
  /// The maximum number of bytes of a key.
  private static var longest: Int { 16 }

  package init() {}

  /// Processes bytes and returns the complete keys.
  package mutating func read(_ bytes: some Sequence<UInt8>) -> [Key] {
    pending += bytes
    var keys: [Key] = []
    while let (key, count) = Self.first(of: pending) {
      pending.removeFirst(count)
      if let key { keys.append(key) }
    }
    return keys
  }

  /// Handles a timeout: a single pending escape byte becomes the Escape key; other pending bytes are dropped.
  package mutating func pause() -> [Key] {
    defer { pending = [] }
    return pending == [0x1B] ? [.escape] : []
  }

  /// Returns the first key and its length; nil if more bytes are needed.
  private static func first(of bytes: [UInt8]) -> (Key?, Int)? {
    guard let first = bytes.first else { return nil }
    if first == 0x1B { return sequence(bytes) }
    if first < 0x80 { return (.character(Character(UnicodeScalar(first))), 1) }
    let count = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1
    guard bytes.count >= count else { return nil }
    return (String(validating: bytes.prefix(count), as: UTF8.self)?.first.map { .character($0) }, count)
  }

  /// Decodes ESC [ … or ESC O …, as in ECMA-48 and VT100-compatible terminals.
  private static func sequence(_ bytes: [UInt8]) -> (Key?, Int)? {
    guard bytes.count > 1 else { return nil }
    guard bytes[1] == UInt8(ascii: "[") || bytes[1] == UInt8(ascii: "O") else { return (.escape, 1) }
    guard let end = bytes.dropFirst(2).prefix(longest).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
      return bytes.count > longest ? (nil, bytes.count) : nil
    }
    let key: Key? =
      switch (bytes[end], Array(bytes[2..<end])) {
      case (UInt8(ascii: "A"), _): .up
      case (UInt8(ascii: "B"), _): .down
      case (UInt8(ascii: "C"), _): .right
      case (UInt8(ascii: "D"), _): .left
      case (UInt8(ascii: "H"), _), (UInt8(ascii: "~"), [0x31]), (UInt8(ascii: "~"), [0x37]): .home
      case (UInt8(ascii: "F"), _), (UInt8(ascii: "~"), [0x34]), (UInt8(ascii: "~"), [0x38]): .end
      default: nil
      }
    return (key, end + 1)
  }
}
