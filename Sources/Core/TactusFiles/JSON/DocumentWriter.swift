/// Writes an object of a document, with its members in the order of writing.
package struct DocumentWriter: DocumentWritable {
  private var members: [JSON.Member] = []

  /// Creates an object without members.
  package init() {}

  /// The object as JSON.
  package var json: JSON { .object(members) }

  /// Writes a member if it has a value.
  package mutating func put<Value: DocumentWritable>(_ value: Value?, _ name: String) {
    if let value { members.append(JSON.Member(name: name, value: value.json)) }
  }

  /// Writes a member unless it has the default value.
  package mutating func put<Value: DocumentWritable & Equatable>(_ value: Value, _ name: String, unless usual: Value) {
    if value != usual { put(value, name) }
  }

  /// Writes the word for a value unless the value is the default.
  package mutating func put<Value: Equatable>(
    _ value: Value, _ name: String, _ words: [(String, Value)], unless usual: Value
  ) {
    if value != usual, let word = words.first(where: { $0.1 == value }) { put(word.0, name) }
  }

  /// Writes the members of another object.
  package mutating func put(membersOf object: JSON) {
    if case .object(let more) = object { members += more }
  }
}
