import TactusFiles

// Reads and writes channels, which documents count from 1.

extension DocumentObject {
  /// Reads channels, 1…16 in the document and 0…15 in the API.
  func channels(_ name: String, default channels: Set<UInt8>) throws(DocumentProblem) -> Set<UInt8> {
    guard contains(name) else { return channels }
    guard let numbers = try? read([Int].self, name), numbers.allSatisfy((1...16).contains) else {
      throw expected("channels 1…16 in brackets", name)
    }
    return Set(numbers.map { UInt8($0 - 1) })
  }

  /// Reads a channel, 1…16 in the document and 0…15 in the API; nil if there is none.
  func channel(_ name: String) throws(DocumentProblem) -> UInt8? {
    try number(name, 1...16).map { (number: UInt8) in number - 1 }
  }
}

extension DocumentWriter {
  /// Writes channels unless they are the default.
  mutating func put(channels: Set<UInt8>, _ name: String, unless usual: Set<UInt8>) {
    let channels = channels.filter { $0 < 16 }
    if channels != usual { put(channels.sorted().map { Int($0) + 1 }, name) }
  }

  /// Writes a channel if there is one.
  mutating func put(channel: UInt8?, _ name: String) { put(channel.map { Int($0 & 15) + 1 }, name) }
}

extension Set<UInt8> {
  /// A bit mask of the channels 0…15.
  var mask: UInt16 { reduce(0) { $1 < 16 ? $0 | 1 << UInt16($1) : $0 } }
}

extension CaseIterable where Self: RawRepresentable<String> {
  /// The words that documents contain, with their values.
  static var words: [(String, Self)] { allCases.map { ($0.rawValue, $0) } }
}
