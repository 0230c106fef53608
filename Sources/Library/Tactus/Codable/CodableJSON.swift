import TactusFiles

/// A JSON value for any coder.
struct CodableJSON {
  /// The name of a member or the index of an element.
  struct Key: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ name: String) { (stringValue, intValue) = (name, nil) }
    init(index: Int) { (stringValue, intValue) = (String(index), index) }
    init?(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { self.init(index: intValue) }
  }

  let json: JSON

  init(_ json: JSON) { self.json = json }

  /// The maximum length of a decoder's path, which limits the depth of what is decoded.
  private static var pathLimit: Int { 512 }
}

extension CodableJSON: Decodable {
  init(from decoder: any Decoder) throws {
    guard decoder.codingPath.count <= Self.pathLimit else {
      let expected = "at most \(Self.pathLimit) arrays and objects in one another"
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: expected))
    }
    if let object = try? decoder.container(keyedBy: Key.self) {
      json = .object(
        try object.allKeys.map { key in
          JSON.Member(name: key.stringValue, value: try object.decode(CodableJSON.self, forKey: key).json)
        })
    } else if var list = try? decoder.unkeyedContainer() {
      var values: [JSON] = []
      while !list.isAtEnd { values.append(try list.decode(CodableJSON.self).json) }
      json = .array(values)
    } else {
      json = try Self.leaf(decoder.singleValueContainer())
    }
  }

  private static func leaf(_ value: any SingleValueDecodingContainer) throws -> JSON {
    if value.decodeNil() { return .null }
    if let flag = try? value.decode(Bool.self) { return .bool(flag) }
    if let integer = try? value.decode(Int64.self) { return .integer(integer) }
    if let integer = try? value.decode(UInt64.self) { return .digits(String(integer)) }
    if let number = try? value.decode(Double.self) { return .number(number) }
    return .string(try value.decode(String.self))
  }
}

extension CodableJSON: Encodable {
  func encode(to encoder: any Encoder) throws {
    switch json {
    case .array(let values):
      var list = encoder.unkeyedContainer()
      for value in values { try list.encode(CodableJSON(value)) }
    case .object(let members):
      var object = encoder.container(keyedBy: Key.self)
      for member in members { try object.encode(CodableJSON(member.value), forKey: Key(member.name)) }
    default:
      var leaf = encoder.singleValueContainer()
      try encodeLeaf(in: &leaf)
    }
  }

  private func encodeLeaf(in leaf: inout any SingleValueEncodingContainer) throws {
    switch json {
    case .bool(let value): try leaf.encode(value)
    case .integer(let value): try leaf.encode(value)
    case .number(let value): try leaf.encode(value)
    case .string(let text): try leaf.encode(text)
    case .digits(let text):
      if let integer = UInt64(text) { try leaf.encode(integer) } else { try leaf.encode(Double(text) ?? .infinity) }
    case .null, .array, .object: try leaf.encodeNil()
    }
  }
}
