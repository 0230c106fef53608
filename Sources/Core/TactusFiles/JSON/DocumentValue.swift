/// A value that can be read from a JSON document.
package protocol DocumentReadable {
  /// Reads the value at a position of a document.
  init(from node: DocumentNode) throws(DocumentProblem)
}

/// A value that can be written into a JSON document.
package protocol DocumentWritable {
  /// The value as JSON.
  var json: JSON { get }
}

/// A value that can be read from a JSON document and written into one.
package typealias DocumentValue = DocumentReadable & DocumentWritable

// MARK: Words and numbers

extension Bool: DocumentValue {
  package init(from node: DocumentNode) throws(DocumentProblem) {
    guard case .bool(let value) = node.json else { throw node.mismatch("true or false") }
    self = value
  }

  package var json: JSON { .bool(self) }
}

extension String: DocumentValue {
  package init(from node: DocumentNode) throws(DocumentProblem) {
    guard case .string(let value) = node.json else { throw node.mismatch("a text") }
    self = value
  }

  package var json: JSON { .string(self) }
}

extension Double: DocumentValue {
  package init(from node: DocumentNode) throws(DocumentProblem) {
    switch node.json {
    case .integer(let value): self = Double(value)
    case .number(let value): self = value
    case .digits(let text): self = Double(text) ?? .infinity
    default: throw node.mismatch("a number")
    }
  }

  /// The number, as an integer if it is whole.
  package var json: JSON { Int64(exactly: self).map { .integer($0) } ?? .number(self) }
}

extension FixedWidthInteger where Self: DocumentValue {
  /// Reads an integer; 1.0 counts as one.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let whole: Self? =
      switch node.json {
      case .integer(let value): Self(exactly: value)
      case .number(let value): Self(exactly: value)
      case .digits(let text): Self(text)
      default: nil
      }
    guard let whole else { throw node.mismatch("a whole number (\(Self.min)…\(Self.max))") }
    self = whole
  }

  package var json: JSON { Int64(exactly: self).map { .integer($0) } ?? .digits(String(self)) }
}

extension Int: DocumentValue {}
extension Int64: DocumentValue {}
extension UInt8: DocumentValue {}
extension UInt16: DocumentValue {}
extension UInt32: DocumentValue {}
extension UInt64: DocumentValue {}

extension Array: DocumentReadable where Element: DocumentReadable {
  package init(from node: DocumentNode) throws(DocumentProblem) {
    var list = try node.list()
    self.init()
    while !list.isAtEnd { append(try list.next(Element.self)) }
  }
}

extension Array: DocumentWritable where Element: DocumentWritable {
  package var json: JSON { .array(map { $0.json }) }
}
