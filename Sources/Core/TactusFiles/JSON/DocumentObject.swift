/// The name of a member in a document.
package struct DocumentKey: CodingKey, ExpressibleByStringLiteral {
  package var stringValue: String
  package var intValue: Int? { nil }

  package init(stringLiteral name: String) { stringValue = name }
  package init(_ name: String) { stringValue = name }
  package init?(stringValue: String) { self.init(stringValue) }
  package init?(intValue: Int) { nil }
}

package typealias DocumentReading = KeyedDecodingContainer<DocumentKey>
package typealias DocumentWriting = KeyedEncodingContainer<DocumentKey>

extension KeyedDecodingContainer<DocumentKey> {
  /// Returns a member's value, or a default if it is missing.
  package func value<Value: Decodable>(_ name: DocumentKey, default value: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: name) ?? value
  }

  /// Returns an integer within a range, or a default if it is missing.
  package func number<Value: FixedWidthInteger & Decodable>(
    _ name: DocumentKey, _ range: ClosedRange<Value>, default value: Value
  ) throws -> Value { try number(name, range) ?? value }

  /// Returns an integer within a range; nil if it is missing.
  package func number<Value: FixedWidthInteger & Decodable>(_ name: DocumentKey, _ range: ClosedRange<Value>) throws
    -> Value?
  {
    guard contains(name) else { return nil }
    guard let value = try? decode(Value.self, forKey: name), range.contains(value) else {
      throw expected("a whole number \(range.lowerBound)…\(range.upperBound)", name)
    }
    return value
  }

  /// Returns a number within a range, or a default if it is missing.
  package func number(_ name: DocumentKey, _ range: ClosedRange<Double>, default value: Double) throws -> Double {
    guard contains(name) else { return value }
    guard let value = try? decode(Double.self, forKey: name), range.contains(value) else {
      throw expected("a number \(Self.text(range.lowerBound))…\(Self.text(range.upperBound))", name)
    }
    return value
  }

  private static func text(_ number: Double) -> String {
    number == number.rounded() && abs(number) < 1e15 ? "\(Int(number))" : "\(number)"
  }

  /// Returns the value that corresponds to a member's word, or a default if the member is missing.
  package func word<Value>(_ name: DocumentKey, _ words: [(String, Value)], default value: Value) throws -> Value {
    guard contains(name) else { return value }
    let text = try decode(String.self, forKey: name)
    if let found = words.first(where: { $0.0 == text }) { return found.1 }
    throw expected("one of " + words.map { "\"\($0.0)\"" }.joined(separator: ", "), name)
  }

  /// Returns an error that states what a member was expected to be.
  package func expected(_ what: String, _ name: DocumentKey) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath + [name], debugDescription: what))
  }

  /// Returns an error that states what an element of an array was expected to be.
  package func expected(_ what: String, _ name: DocumentKey, _ index: Int) -> DecodingError {
    let path = codingPath + [name, JSONKey(index: index)]
    return DecodingError.dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: what))
  }
}

extension KeyedEncodingContainer<DocumentKey> {
  /// Writes a member unless it has the default value.
  package mutating func put<Value: Encodable & Equatable>(_ value: Value, _ name: DocumentKey, unless usual: Value)
    throws
  {
    if value != usual { try encode(value, forKey: name) }
  }

  /// Writes a member if it has a value.
  package mutating func put<Value: Encodable>(_ value: Value?, _ name: DocumentKey) throws {
    try encodeIfPresent(value, forKey: name)
  }

  /// Writes the word for a value unless the value is the default.
  package mutating func put<Value: Equatable>(
    _ value: Value, _ name: DocumentKey, _ words: [(String, Value)], unless usual: Value
  ) throws {
    if value != usual, let word = words.first(where: { $0.1 == value }) { try encode(word.0, forKey: name) }
  }
}

extension Decoder {
  /// Returns an error that states what the value was expected to be.
  package func expected(_ what: String) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: what))
  }
}
