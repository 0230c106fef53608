/// Decodes values from JSON, and records the members that were not requested.
///
/// - Thread: control
package final class JSONDecoding {
  private var objects: [JSONObject] = []

  package init() {}

  /// Decodes a value from JSON.
  package func decode<Value: Decodable>(_ type: Value.Type, from json: JSON) throws -> Value {
    try Value(from: JSONValueDecoder(json: json, codingPath: [], decoding: self))
  }

  /// Returns the paths of the members that were not requested, in the order of the document, up to a maximum. If the
  /// name of a requested member of the same object is similar, it is appended as a suggestion:
  /// `tracks[0].stesp (did you mean "steps"?)`.
  package func unknownMembers(most limit: Int) -> [String] {
    // an object can be read in several passes
    var asked: [String: Set<String>] = [:]
    for object in objects where !object.isAllAsked { asked[JSONPath.text(object.path), default: []] = [] }
    for object in objects where !asked.isEmpty {
      let path = JSONPath.text(object.path)
      if asked[path] != nil { asked[path]?.formUnion(object.asked) }
    }
    let known = asked
    var paths: [String] = []
    for object in objects where !object.isAllAsked {
      let path = JSONPath.text(object.path)
      for member in object.members where asked[path]?.contains(member.name) == false {
        if paths.count == limit { return paths }
        let meant = Suggestion.nearest(to: member.name, among: known[path]?.sorted() ?? [])
        asked[path]?.insert(member.name)
        let hint = meant.map { " (did you mean \"\($0)\"?)" } ?? ""
        paths.append(JSONPath.text(object.path + [JSONKey(member.name)]) + hint)
      }
    }
    return paths
  }

  fileprivate func object(_ members: [JSON.Member], _ path: [any CodingKey]) -> JSONObject {
    let object = JSONObject(members, path)
    objects.append(object)
    return object
  }
}

/// The path of a value in a document, for display: `tracks[2].pattern.steps[4].key`.
package enum JSONPath {
  package static func text(_ path: [any CodingKey]) -> String {
    var text = ""
    for key in path {
      if let index = key.intValue { text += "[\(index)]" } else { text += (text.isEmpty ? "" : ".") + key.stringValue }
    }
    return text
  }
}

/// A name or an index in a document.
struct JSONKey: CodingKey {
  var stringValue: String
  var intValue: Int?

  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(index: Int) { (stringValue, intValue) = (String(index), index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(index: intValue) }
}

/// An object of the document, and the names of the members that were requested.
private final class JSONObject {
  let members: [JSON.Member]
  let path: [any CodingKey]
  var asked: Set<String> = []
  /// Whether all its members were requested.
  var isAllAsked: Bool { members.allSatisfy { asked.contains($0.name) } }

  init(_ members: [JSON.Member], _ path: [any CodingKey]) { (self.members, self.path) = (members, path) }

  /// Returns a member's value, or nil if it is missing or null. If several members have the name, the last one counts.
  func value(_ name: String) -> JSON? {
    asked.insert(name)
    let value = members.last { $0.name == name }?.value
    return value == .null ? nil : value
  }
}

private struct JSONValueDecoder: Decoder, SingleValueDecodingContainer {
  let json: JSON
  let codingPath: [any CodingKey]
  let decoding: JSONDecoding
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = json else { throw mismatch("an object") }
    return KeyedDecodingContainer(KeyedJSON<Key>(object: decoding.object(members, codingPath), decoding: decoding))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let values) = json else { throw mismatch("an array") }
    return UnkeyedJSON(values: values, codingPath: codingPath, decoding: decoding)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  func mismatch(_ expected: String) -> DecodingError {
    DecodingError.typeMismatch(
      JSON.self, DecodingError.Context(codingPath: codingPath, debugDescription: "\(expected), this is \(json.kind)"))
  }

  func decodeNil() -> Bool { json == .null }
  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = json else { throw mismatch("true or false") }
    return value
  }
  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = json else { throw mismatch("a text") }
    return value
  }
  func decode(_ type: Double.Type) throws -> Double {
    switch json {
    case .integer(let value): return Double(value)
    case .number(let value): return value
    case .digits(let text): return Double(text) ?? .infinity
    default: throw mismatch("a number")
    }
  }
  func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: self) }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let whole: Value? =
      switch json {
      case .integer(let value): Value(exactly: value)
      case .number(let value): Value(exactly: value)
      case .digits(let text): Value(text)
      default: nil
      }
    guard let whole else { throw mismatch("a whole number (\(Value.min)…\(Value.max))") }
    return whole
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

private struct KeyedJSON<Key: CodingKey>: KeyedDecodingContainerProtocol {
  let object: JSONObject
  let decoding: JSONDecoding
  var codingPath: [any CodingKey] { object.path }
  var allKeys: [Key] { object.members.compactMap { Key(stringValue: $0.name) } }

  func contains(_ key: Key) -> Bool { object.value(key.stringValue) != nil }

  private func decoder(_ key: Key) throws -> JSONValueDecoder {
    guard let json = object.value(key.stringValue) else {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "a member \"\(key.stringValue)\"")
      throw DecodingError.keyNotFound(key, context)
    }
    return JSONValueDecoder(json: json, codingPath: codingPath + [JSONKey(key.stringValue)], decoding: decoding)
  }

  func decodeNil(forKey key: Key) throws -> Bool { object.value(key.stringValue) == nil }
  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try decoder(key).decode(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try decoder(key).decode(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try decoder(key).decode(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try decoder(key).decode(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try decoder(key).decode(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try decoder(key).decode(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try decoder(key).decode(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try decoder(key).decode(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try decoder(key).decode(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try decoder(key).decode(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try decoder(key).decode(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try decoder(key).decode(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try decoder(key).decode(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try decoder(key).decode(type) }
  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try Value(from: decoder(key)) }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try decoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }
  func superDecoder() throws -> any Decoder {
    JSONValueDecoder(json: .object(object.members), codingPath: codingPath, decoding: decoding)
  }
  func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
}

private struct UnkeyedJSON: UnkeyedDecodingContainer {
  let values: [JSON]
  let codingPath: [any CodingKey]
  let decoding: JSONDecoding
  var currentIndex = 0
  var count: Int? { values.count }
  var isAtEnd: Bool { currentIndex >= values.count }

  private mutating func next() throws -> JSONValueDecoder {
    guard !isAtEnd else {
      let context = DecodingError.Context(codingPath: codingPath, debugDescription: "more than \(values.count) values")
      throw DecodingError.valueNotFound(JSON.self, context)
    }
    defer { currentIndex += 1 }
    return JSONValueDecoder(
      json: values[currentIndex], codingPath: codingPath + [JSONKey(index: currentIndex)], decoding: decoding)
  }

  mutating func decodeNil() throws -> Bool {
    guard !isAtEnd, values[currentIndex] == .null else { return false }
    currentIndex += 1
    return true
  }
  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try Value(from: next()) }
  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) throws -> KeyedDecodingContainer<Nested> { try next().container(keyedBy: type) }
  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
  mutating func superDecoder() throws -> any Decoder { try next() }
}
