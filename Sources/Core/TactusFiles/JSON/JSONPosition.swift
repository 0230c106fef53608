/// The position of a value in a document, for display: line and column, both counted from 1.
struct JSONPosition: Hashable, Sendable {
  var line: Int
  /// The column in bytes.
  var column: Int

  /// Finds the start of the value at a path. If there is no such value, for example because a member is missing, the
  /// position is that of the innermost enclosing value.
  ///
  /// The document is parsed again up to that value, so positions cost nothing unless there is an error.
  init(of path: DocumentPath, in bytes: UnsafeRawBufferPointer) {
    var reader = JSONReader(bytes: bytes)
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.offset = 3 }
    try? reader.skipSpace()
    _ = reader.moves(to: path)
    let error = reader.error("")
    (line, column) = (error.line, error.column)
  }
}

extension JSONReader {
  /// Moves from the outermost value to the value at a path, as far as there are values; returns whether it is there.
  fileprivate mutating func moves(to path: DocumentPath) -> Bool {
    let start: Int?
    switch path {
    case .document: return true
    case .member(let name, let outer): start = moves(to: outer) ? try? self.start(of: name, at: nil) : nil
    case .element(let index, let outer): start = moves(to: outer) ? try? self.start(of: nil, at: index) : nil
    }
    guard let start else { return false }
    offset = start
    return true
  }

  /// Returns the offset of a member or element of the current value; nil if there is none. If several members have the
  /// name, the last one counts. The reader's position does not change.
  private func start(of member: String?, at element: Int?) throws(JSONSyntaxError) -> Int? {
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
      if isArray ? index == element : name == member { found = reader.offset }
      if isArray, found != nil { return found }
      _ = try reader.value(depth: 0)
      if try reader.isLast(isArray ? UInt8(ascii: "]") : UInt8(ascii: "}"), "") { return found }
      index += 1
    }
  }
}
