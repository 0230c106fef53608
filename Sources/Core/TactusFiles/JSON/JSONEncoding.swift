extension JSON {
  /// Encodes a value as JSON, with members in the order of encoding.
  package init(encoding value: some Encodable) throws {
    let box = JSONBox()
    try value.encode(to: JSONValueEncoder(box: box, codingPath: []))
    self = box.json
  }
}

/// A location that receives a value.
private final class JSONBox {
  enum Content {
    case value(JSON)
    case array([JSONBox])
    case object([(name: String, box: JSONBox)])
  }
  var content = Content.value(.object([]))

  var json: JSON {
    switch content {
    case .value(let json): json
    case .array(let boxes): .array(boxes.map(\.json))
    case .object(let members): .object(members.map { JSON.Member(name: $0.name, value: $0.box.json) })
    }
  }

  func add() -> JSONBox {
    let box = JSONBox()
    guard case .array(var boxes) = content else { return box }
    content = .value(.null)
    boxes.append(box)
    content = .array(boxes)
    return box
  }

  func add(_ name: String) -> JSONBox {
    let box = JSONBox()
    guard case .object(var members) = content else { return box }
    content = .value(.null)
    members.append((name, box))
    content = .object(members)
    return box
  }
}

private struct JSONValueEncoder: Encoder, SingleValueEncodingContainer {
  let box: JSONBox
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    if case .value = box.content { box.content = .object([]) }
    return KeyedEncodingContainer(KeyedJSONEncoding<Key>(box: box, codingPath: codingPath))
  }
  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    if case .value = box.content { box.content = .array([]) }
    return UnkeyedJSONEncoding(box: box, codingPath: codingPath)
  }
  func singleValueContainer() -> any SingleValueEncodingContainer { self }

  private func put(_ json: JSON) { box.content = .value(json) }
  func encodeNil() { put(.null) }
  func encode(_ value: Bool) { put(.bool(value)) }
  func encode(_ value: String) { put(.string(value)) }
  func encode(_ value: Double) { put(Int64(exactly: value).map { .integer($0) } ?? .number(value)) }
  func encode(_ value: Float) { encode(Double(value)) }
  func encode(_ value: Int) { put(.integer(Int64(value))) }
  func encode(_ value: Int8) { put(.integer(Int64(value))) }
  func encode(_ value: Int16) { put(.integer(Int64(value))) }
  func encode(_ value: Int32) { put(.integer(Int64(value))) }
  func encode(_ value: Int64) { put(.integer(value)) }
  func encode(_ value: UInt) { put(.digits(String(value))) }
  func encode(_ value: UInt8) { put(.integer(Int64(value))) }
  func encode(_ value: UInt16) { put(.integer(Int64(value))) }
  func encode(_ value: UInt32) { put(.integer(Int64(value))) }
  func encode(_ value: UInt64) { put(Int64(exactly: value).map { .integer($0) } ?? .digits(String(value))) }
  func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: self) }
}

private struct KeyedJSONEncoding<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let box: JSONBox
  let codingPath: [any CodingKey]

  private func encoder(_ key: any CodingKey) -> JSONValueEncoder {
    JSONValueEncoder(box: box.add(key.stringValue), codingPath: codingPath + [key])
  }
  func encodeNil(forKey key: Key) { encoder(key).encodeNil() }
  func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws { try value.encode(to: encoder(key)) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }
  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder(JSONKey("super")) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}

private struct UnkeyedJSONEncoding: UnkeyedEncodingContainer {
  let box: JSONBox
  let codingPath: [any CodingKey]
  var count: Int { if case .array(let boxes) = box.content { boxes.count } else { 0 } }

  private func encoder() -> JSONValueEncoder {
    JSONValueEncoder(box: box.add(), codingPath: codingPath + [JSONKey(index: count)])
  }
  func encodeNil() { encoder().encodeNil() }
  func encode<Value: Encodable>(_ value: Value) throws { try value.encode(to: encoder()) }
  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type
  ) -> KeyedEncodingContainer<Nested> { encoder().container(keyedBy: type) }
  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
  func superEncoder() -> any Encoder { encoder() }
}
