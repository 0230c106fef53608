/// An object of a document, whose members are read by name. A member that is null counts as missing.
package struct DocumentObject {
  private var node: DocumentNode
  private let members: DocumentMembers

  init(node: DocumentNode, members: DocumentMembers) { (self.node, self.members) = (node, members) }

  /// Information about the whole document that is needed to read the members; nil if there is none.
  package var context: (any DocumentContext)? { node.context }
  /// The names of the members, in the order of the document.
  package var names: [String] { members.members.map { $0.name } }

  /// Returns the same object with another context for the values of its members.
  package func with(_ context: any DocumentContext) -> DocumentObject {
    var object = self
    object.node.context = context
    return object
  }

  /// Returns whether a member is present.
  package func contains(_ name: String) -> Bool { members.value(name) != nil }

  /// Returns a member's value with its position.
  package func node(_ name: String) throws(DocumentProblem) -> DocumentNode {
    guard let json = members.value(name) else { throw node.expected("a member \"\(name)\"") }
    return node.member(name, json)
  }

  /// Reads a member.
  package func read<Value: DocumentReadable>(_ type: Value.Type, _ name: String) throws(DocumentProblem) -> Value {
    try Value(from: node(name))
  }

  /// Reads a member; nil if it is missing.
  package func readIfPresent<Value: DocumentReadable>(
    _ type: Value.Type, _ name: String
  ) throws(DocumentProblem) -> Value? { contains(name) ? try read(type, name) : nil }

  /// Returns a member's value, or a default if it is missing.
  package func value<Value: DocumentReadable>(
    _ name: String, default value: Value
  ) throws(DocumentProblem) -> Value { try readIfPresent(Value.self, name) ?? value }

  /// Returns an integer within a range, or a default if it is missing.
  package func number<Value: FixedWidthInteger & DocumentValue>(
    _ name: String, _ range: ClosedRange<Value>, default value: Value
  ) throws(DocumentProblem) -> Value { try number(name, range) ?? value }

  /// Returns an integer within a range; nil if it is missing.
  package func number<Value: FixedWidthInteger & DocumentValue>(
    _ name: String, _ range: ClosedRange<Value>
  ) throws(DocumentProblem) -> Value? {
    guard contains(name) else { return nil }
    guard let value = try? read(Value.self, name), range.contains(value) else {
      throw expected("a whole number \(range.lowerBound)…\(range.upperBound)", name)
    }
    return value
  }

  /// Returns a number within a range, or a default if it is missing.
  package func number(
    _ name: String, _ range: ClosedRange<Double>, default value: Double
  ) throws(DocumentProblem) -> Double {
    guard contains(name) else { return value }
    guard let value = try? read(Double.self, name), range.contains(value) else {
      throw expected("a number \(Self.text(range.lowerBound))…\(Self.text(range.upperBound))", name)
    }
    return value
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
  }

  /// Returns the value that corresponds to a member's word, or a default if the member is missing.
  package func word<Value>(
    _ name: String, _ words: [(String, Value)], default value: Value
  ) throws(DocumentProblem) -> Value {
    guard contains(name) else { return value }
    let text = try read(String.self, name)
    if let found = words.first(where: { $0.0 == text }) { return found.1 }
    throw expected("one of " + words.map { "\"\($0.0)\"" }.joined(separator: ", "), name)
  }

  /// Returns an error that states what a member was expected to be.
  package func expected(_ what: String, _ name: String) -> DocumentProblem {
    DocumentProblem(at: .member(name, of: node.path), expected: what)
  }

  /// Returns an error that states what an element of an array was expected to be.
  package func expected(_ what: String, _ name: String, _ index: Int) -> DocumentProblem {
    DocumentProblem(at: .element(index, of: .member(name, of: node.path)), expected: what)
  }
}
