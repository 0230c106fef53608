import TactusFiles

// Decodes and encodes channels, which documents count from 1.

extension KeyedDecodingContainer<DocumentKey> {
  /// Decodes channels, 1…16 in the document and 0…15 in the API.
  func channels(_ name: DocumentKey, default channels: Set<UInt8>) throws -> Set<UInt8> {
    guard contains(name) else { return channels }
    guard let numbers = try? decode([Int].self, forKey: name), numbers.allSatisfy((1...16).contains) else {
      throw expected("channels 1…16 in brackets", name)
    }
    return Set(numbers.map { UInt8($0 - 1) })
  }

  /// Decodes a channel, 1…16 in the document and 0…15 in the API; nil if there is none.
  func channel(_ name: DocumentKey) throws -> UInt8? { try number(name, 1...16).map { (number: UInt8) in number - 1 } }
}

extension KeyedEncodingContainer<DocumentKey> {
  /// Encodes channels unless they are the default.
  mutating func put(channels: Set<UInt8>, _ name: DocumentKey, unless usual: Set<UInt8>) throws {
    let channels = channels.filter { $0 < 16 }
    if channels != usual { try encode(channels.sorted().map { Int($0) + 1 }, forKey: name) }
  }

  /// Encodes a channel if there is one.
  mutating func put(channel: UInt8?, _ name: DocumentKey) throws { try put(channel.map { Int($0 & 15) + 1 }, name) }
}

extension Set<UInt8> {
  /// A bit mask of the channels 0…15.
  var mask: UInt16 { reduce(0) { $1 < 16 ? $0 | 1 << UInt16($1) : $0 } }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words used in documents, with their values.
  static var words: [(String, Self)] { allCases.map { ($0.rawValue, $0) } }
}
