/// Where in a document's bytes a value begins, for people: line and column, both from 1.
struct JSONPosition: Hashable, Sendable {
  var line: Int
  /// In bytes.
  var column: Int

  /// Where the value at the end of a path begins. Where the document has no such value, as when a member is missing, the
  /// position is that of the nearest value around it.
  ///
  /// The bytes are read once more as far as that value: positions cost nothing while there is nothing to complain of.
  init(of path: [any CodingKey], in bytes: UnsafeRawBufferPointer) {
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
    try? reader.skipSpace()
    for key in path {
      guard let start = try? reader.start(of: key) else { break }
      reader.offset = start
    }
    let error = reader.error("")
    (line, column) = (error.line, error.column)
  }
}

extension JSONReader {
  /// The offset of an element or a member of the value at hand, of several members of one name that of the last; nil
  /// where there is none. The reader stays where it is.
  fileprivate func start(of key: any CodingKey) throws(JSONSyntaxError) -> Int? {
    var reader = self
    let isArray = byte == UInt8(ascii: "[")
    guard isArray || byte == UInt8(ascii: "{") else { return nil }
    reader.offset += 1
    try reader.skipSpace()
    guard reader.byte != UInt8(ascii: "]"), reader.byte != UInt8(ascii: "}") else { return nil }
    var (found, index) = (Int?.none, 0)
    while true {
      let name = isArray ? nil : try reader.name()
      try reader.skipSpace()
      if isArray ? index == key.intValue : name == key.stringValue { found = reader.offset }
      if isArray, found != nil { return found }
      _ = try reader.value(depth: 0)
      if try reader.isLast(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"), "") { return found }
      index += 1
    }
  }
}
