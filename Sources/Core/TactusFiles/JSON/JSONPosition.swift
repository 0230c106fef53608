/// The position of a value in a document, for display: line and column, both counted from 1.
struct JSONPosition: Hashable, Sendable {
  var line: Int
  /// The column in bytes.
  var column: Int

  /// Finds the start of the value at a path. If there is no such value, for example because a member is missing, the
  /// position is that of the innermost enclosing value.
  ///
  /// The document is parsed again up to that value, so positions cost nothing unless there is an error.
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
  /// Returns the offset of an element or member of the current value; nil if there is none. If several members have the
  /// name, the last one counts. The reader's position does not change.
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
