/// A JSON value together with its position in a document.
package struct DocumentNode {
  /// The value.
  package let json: JSON
  /// The position of the value.
  package let path: DocumentPath
  /// Information about the whole document that is needed to read the value; nil if there is none.
  package var context: (any DocumentContext)?
  let record: DocumentRecord

  /// Creates the outermost value of a document.
  ///
  /// - Parameter record: receives the objects that are read, and the names of their requested members.
  package init(_ json: JSON, record: DocumentRecord = DocumentRecord()) {
    (self.json, self.path, self.record) = (json, .document, record)
  }

  private init(_ json: JSON, _ path: DocumentPath, in outer: DocumentNode) {
    (self.json, self.path, context, record) = (json, path, outer.context, outer.record)
  }

  func member(_ name: String, _ json: JSON) -> DocumentNode {
    DocumentNode(json, .member(name, of: path), in: self)
  }

  func element(_ index: Int, _ json: JSON) -> DocumentNode {
    DocumentNode(json, .element(index, of: path), in: self)
  }

  /// Returns the value as an object.
  package func object() throws(DocumentProblem) -> DocumentObject {
    guard case .object(let members) = json else { throw mismatch("an object") }
    return DocumentObject(node: self, members: record.members(members, path))
  }

  /// Returns the value as an array.
  package func list() throws(DocumentProblem) -> DocumentList {
    guard case .array(let values) = json else { throw mismatch("an array") }
    return DocumentList(node: self, values: values)
  }

  /// Returns an error that states what the value was expected to be.
  package func expected(_ what: String) -> DocumentProblem { DocumentProblem(at: path, expected: what) }

  /// Returns an error that states what the value was expected to be, and what it is.
  func mismatch(_ what: String) -> DocumentProblem { expected("\(what), this is \(json.kind)") }
}

/// Information about a whole document that is needed to read its parts. There is a separate class for each kind of
/// document.
package protocol DocumentContext: AnyObject {}

/// An array in a document. Its elements are read in order.
package struct DocumentList {
  let node: DocumentNode
  let values: [JSON]
  private var index = 0

  init(node: DocumentNode, values: [JSON]) { (self.node, self.values) = (node, values) }

  /// The number of elements.
  package var count: Int { values.count }
  /// Whether all elements have been read.
  package var isAtEnd: Bool { index >= values.count }

  /// Reads the next element.
  package mutating func next<Value: DocumentReadable>(_ type: Value.Type) throws(DocumentProblem) -> Value {
    guard !isAtEnd else { throw node.expected("more than \(values.count) values") }
    defer { index += 1 }
    return try Value(from: node.element(index, values[index]))
  }
}

extension JSON {
  /// The type for display.
  fileprivate var kind: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .digits(let text): text
    case .string(let text): JSON.quoted(String(text.prefix(40)))
    case .array: "an array"
    case .object: "an object"
    }
  }
}
