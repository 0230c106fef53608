import TactusTime

/// A member's name in a document.
struct DocumentKey: CodingKey, ExpressibleByStringLiteral {
  var stringValue: String
  var intValue: Int? { nil }

  init(stringLiteral name: String) { stringValue = name }
  init(_ name: String) { stringValue = name }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}

typealias DocumentReading = KeyedDecodingContainer<DocumentKey>
typealias DocumentWriting = KeyedEncodingContainer<DocumentKey>

extension KeyedDecodingContainer<DocumentKey> {
  /// A member's value, or one for documents that leave it out.
  func value<Value: Decodable>(_ name: DocumentKey, default value: Value) throws -> Value {
    try decodeIfPresent(Value.self, forKey: name) ?? value
  }

  /// A whole number within a range.
  func number<Value: FixedWidthInteger & Decodable>(
    _ name: DocumentKey, _ range: ClosedRange<Value>, default value: Value
  ) throws -> Value { try number(name, range) ?? value }

  /// A whole number within a range; nil where there is none.
  func number<Value: FixedWidthInteger & Decodable>(_ name: DocumentKey, _ range: ClosedRange<Value>) throws -> Value? {
    guard contains(name) else { return nil }
    guard let value = try? decode(Value.self, forKey: name), range.contains(value) else {
      throw expected("a whole number \(range.lowerBound)…\(range.upperBound)", name)
    }
    return value
  }

  /// A position or a length.
  func ticks(_ name: DocumentKey) throws -> Tick? { try decodeIfPresent(DocumentTicks.self, forKey: name)?.ticks }

  /// One of several words.
  func word<Value>(_ name: DocumentKey, _ words: [(String, Value)], default value: Value) throws -> Value {
    guard contains(name) else { return value }
    let text = try decode(String.self, forKey: name)
    if let found = words.first(where: { $0.0 == text }) { return found.1 }
    throw expected("one of " + words.map { "\"\($0.0)\"" }.joined(separator: ", "), name)
  }

  /// The error that says what a member should be.
  func expected(_ what: String, _ name: DocumentKey) -> DecodingError {
    DecodingError.dataCorrupted(DecodingError.Context(codingPath: codingPath + [name], debugDescription: what))
  }
}

extension KeyedEncodingContainer<DocumentKey> {
  /// Writes a member unless it is what documents that leave it out mean.
  mutating func put<Value: Encodable & Equatable>(_ value: Value, _ name: DocumentKey, unless usual: Value) throws {
    if value != usual { try encode(value, forKey: name) }
  }

  /// Writes a member if there is a value.
  mutating func put<Value: Encodable>(_ value: Value?, _ name: DocumentKey) throws {
    try encodeIfPresent(value, forKey: name)
  }

  /// Writes one of several words unless it is the usual one.
  mutating func put<Value: Equatable>(
    _ value: Value, _ name: DocumentKey, _ words: [(String, Value)], unless usual: Value
  ) throws {
    if value != usual, let word = words.first(where: { $0.1 == value }) { try encode(word.0, forKey: name) }
  }
}
