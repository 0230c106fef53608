/// The reason why bytes are not JSON.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  /// The offset in bytes, counted from 0.
  package var offset: Int
  /// The line for display, counted from 1.
  package var line: Int
  /// The column in bytes for display, counted from 1.
  package var column: Int
  /// The expected element.
  package var expected: String
}

extension JSON {
  /// The maximum depth of nested arrays and objects.
  package static let depthLimit = 64

  /// Reads a value from UTF-8 bytes according to RFC 8259; a byte order mark is ignored.
  ///
  /// Comments count as white space, as RFC 8259 permits: from // to the end of the line, and from /* to */. If an
  /// object has several members with the same name, all of them are kept. Integers that fit 64 bits become integers,
  /// larger integers keep their digits, and other numbers become the nearest `Double`.
  package init(reading bytes: UnsafeRawBufferPointer) throws(JSONSyntaxError) {
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
    self = try reader.value(depth: 0)
    try reader.skipSpace()
    guard reader.offset == bytes.count else { throw reader.error("the end of the document") }
  }

  /// Returns the first byte outside white space and comments; nil if there is none. For an unterminated comment, this
  /// is its slash.
  package static func firstCharacter(in bytes: UnsafeRawBufferPointer) -> UInt8? {
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
    guard (try? reader.skipSpace()) != nil else { return UInt8(ascii: "/") }
    return reader.offset < bytes.count ? reader.byte : nil
  }
}

struct JSONReader {
  let bytes: UnsafeRawBufferPointer
  var offset = 0

  /// The current byte; at the end, 0, a byte that no grammar rule accepts.
  var byte: UInt8 { offset < bytes.count ? bytes[offset] : 0 }

  func error(_ expected: String, at position: Int? = nil) -> JSONSyntaxError {
    let position = min(position ?? offset, bytes.count)
    let lineStart = bytes[..<position].lastIndex(of: 10).map { $0 + 1 } ?? 0
    let line = bytes[..<position].reduce(1) { $0 + ($1 == 10 ? 1 : 0) }
    return JSONSyntaxError(offset: position, line: line, column: position - lineStart + 1, expected: expected)
  }

  /// Skips white space and comments.
  mutating func skipSpace() throws(JSONSyntaxError) {
    while offset < bytes.count {
      switch bytes[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: offset += 1
      case UInt8(ascii: "/") where byteAhead(1) == UInt8(ascii: "/"):
        offset = bytes[offset...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      case UInt8(ascii: "/") where byteAhead(1) == UInt8(ascii: "*"): try skipComment()
      default: return
      }
    }
  }

  /// Skips from /* to the next */.
  private mutating func skipComment() throws(JSONSyntaxError) {
    let start = offset
    offset += 2
    while byteAhead(0) != UInt8(ascii: "*") || byteAhead(1) != UInt8(ascii: "/") {
      guard offset < bytes.count else { throw error("the end of a comment: */", at: start) }
      offset += 1
    }
    offset += 2
  }

  mutating func value(depth: Int) throws(JSONSyntaxError) -> JSON {
    try skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try object(depth: depth + 1)
    case UInt8(ascii: "["): return try array(depth: depth + 1)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: throw error("a value")
    }
  }

  private mutating func word(_ text: StaticString, _ value: JSON) throws(JSONSyntaxError) -> JSON {
    let end = offset + text.utf8CodeUnitCount
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    guard end <= bytes.count, bytes[offset..<end].elementsEqual(wanted) else { throw error("\(text)") }
    offset = end
    return value
  }

  private mutating func array(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth <= JSON.depthLimit else { throw error("at most \(JSON.depthLimit) arrays and objects in one another") }
    offset += 1
    var values: [JSON] = []
    try skipSpace()
    if byte == UInt8(ascii: "]") {
      offset += 1
      return .array(values)
    }
    while true {
      values.append(try value(depth: depth))
      if try isLast(UInt8(ascii: "]"), "\",\" or \"]\"") { return .array(values) }
    }
  }

  private mutating func object(depth: Int) throws(JSONSyntaxError) -> JSON {
    guard depth <= JSON.depthLimit else { throw error("at most \(JSON.depthLimit) arrays and objects in one another") }
    offset += 1
    var members: [JSON.Member] = []
    try skipSpace()
    if byte == UInt8(ascii: "}") {
      offset += 1
      return .object(members)
    }
    while true {
      members.append(JSON.Member(name: try name(), value: try value(depth: depth)))
      if try isLast(UInt8(ascii: "}"), "\",\" or \"}\"") { return .object(members) }
    }
  }

  /// Reads a member's name and the following colon.
  mutating func name() throws(JSONSyntaxError) -> String {
    try skipSpace()
    guard byte == UInt8(ascii: "\"") else { throw error("a name in quotes") }
    let name = try string()
    try skipSpace()
    guard byte == UInt8(ascii: ":") else { throw error("\":\" after a name") }
    offset += 1
    return name
  }

  /// Skips a comma or the closing bracket; returns whether it was the bracket.
  mutating func isLast(_ end: UInt8, _ expected: String) throws(JSONSyntaxError) -> Bool {
    try skipSpace()
    guard byte == end || byte == UInt8(ascii: ",") else { throw error(expected) }
    defer { offset += 1 }
    return byte == end
  }

  private mutating func number() throws(JSONSyntaxError) -> JSON {
    let start = offset
    var isWhole = true
    if byte == UInt8(ascii: "-") { offset += 1 }
    if byte == UInt8(ascii: "0") { offset += 1 } else { try digits() }
    if byte == UInt8(ascii: ".") {
      isWhole = false
      offset += 1
      try digits()
    }
    if byte | 0x20 == UInt8(ascii: "e") {
      isWhole = false
      offset += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { offset += 1 }
      try digits()
    }
    let text = String(decoding: bytes[start..<offset], as: UTF8.self)
    if isWhole, let integer = Int64(text) { return .integer(integer) }
    guard offset - start <= 400, let number = Double(text), number.isFinite else {
      throw error("a number that a Double can hold", at: start)
    }
    return isWhole ? .digits(text) : .number(number)
  }

  private mutating func digits() throws(JSONSyntaxError) {
    let start = offset
    while (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { offset += 1 }
    if offset == start { throw error("a digit") }
  }

  mutating func string() throws(JSONSyntaxError) -> String {
    offset += 1
    var text: [UInt8] = []
    var start = offset
    while true {
      guard offset < bytes.count else { throw error("the end of a text: \"") }
      let byte = bytes[offset]
      guard byte >= 0x20 else { throw error("no control characters in a text") }
      guard byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else {
        offset += 1
        continue
      }
      text.append(contentsOf: bytes[start..<offset])
      if byte == UInt8(ascii: "\"") { break }
      text.append(contentsOf: String(try escaped()).utf8)
      start = offset
    }
    offset += 1
    guard let result = String(validating: text, as: UTF8.self) else { throw error("text in UTF-8", at: start) }
    return result
  }

  /// Reads the character after a backslash.
  private mutating func escaped() throws(JSONSyntaxError) -> Character {
    let start = offset
    offset += 1
    let byte = byte
    offset += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Character(Unicode.Scalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var code = UInt32(try hexadecimal())
      if (0xD800...0xDBFF).contains(code), byteAhead(0) == UInt8(ascii: "\\"), byteAhead(1) == UInt8(ascii: "u") {
        let second = offset
        offset += 2
        let low = UInt32(try hexadecimal())
        if (0xDC00...0xDFFF).contains(low) {
          code = 0x10000 + ((code - 0xD800) << 10) + (low - 0xDC00)
        } else {
          offset = second  // not a low surrogate: decode it separately
        }
      }
      // a lone surrogate represents a byte of a file name, see JSON.quoted
      if (0xDC80...0xDCFF).contains(code) { return Character(FileName.standIn(UInt8(truncatingIfNeeded: code))) }
      return Character(Unicode.Scalar(code) ?? "\u{FFFD}")
    default: throw error("one of \" \\ / b f n r t u after a backslash", at: start)
    }
  }

  private func byteAhead(_ distance: Int) -> UInt8 { offset + distance < bytes.count ? bytes[offset + distance] : 0 }

  private mutating func hexadecimal() throws(JSONSyntaxError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error("four hexadecimal digits") }
      value = value << 4 | UInt16(digit)
      offset += 1
    }
    return value
  }
}
