import TactusFiles

extension ProcessorChain.Link: Codable {
  /// Decodes an object with `effect`, the effect's own members, and optionally `bypassed` and `name`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    let key = try object.key("effect", formerly: "function")
    let word = try object.decode(String.self, forKey: key)
    guard let effect = try MIDIEffect(word: word, from: decoder) else {
      let words = MIDIEffect.words.map { "\"\($0)\"" }.joined(separator: ", ")
      throw object.expected("one of \(words)", key)
    }
    self.init(
      effect, isBypassed: try object.value("bypassed", default: false),
      name: try object.decodeIfPresent(String.self, forKey: "name"))
  }

  /// Encodes the object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(effect.word, forKey: "effect")
    try object.put(name, "name")
    try object.put(isBypassed, "bypassed", unless: false)
    try effect.settings.encode(to: encoder)
  }
}

extension KeyedDecodingContainer<DocumentKey> {
  /// Returns the name under which the object contains a member: `former`, as in older documents, otherwise `name`.
  /// Throws if the object contains both.
  fileprivate func key(_ name: DocumentKey, formerly former: DocumentKey) throws -> DocumentKey {
    guard contains(former) else { return name }
    guard !contains(name) else {
      throw expected("\"\(name.stringValue)\" alone, without \"\(former.stringValue)\"", former)
    }
    return former
  }
}

extension ProcessorChain: Codable {
  /// The document version that is written.
  static var documentVersion: Int { 1 }

  /// Decodes an object with `effects`, an array of ``Link``s. Documents of later versions are accepted, but members
  /// that this version does not know are ignored.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if try object.value("format", default: "tactus chain") != "tactus chain" {
      throw object.expected("\"tactus chain\": this is another kind of document", "format")
    }
    _ = try object.value("version", default: Self.documentVersion)
    let key = try object.key("effects", formerly: "functions")
    links = try object.decode([Link].self, forKey: key)
    sync = try Self.sync(object)
    guard links.count <= ChainSettings.mostLinks else {
      throw object.expected("at most \(ChainSettings.mostLinks) effects", key)
    }
  }

  private static func sync(_ object: KeyedDecodingContainer<DocumentKey>) throws -> Sync {
    guard object.contains("sync") else { return .host }
    switch try? object.decode(String.self, forKey: "sync") {
    case "host": return .host
    case "midiClock": return .midiClock
    case "timeCode": return .timeCode(tempo: try object.number("tempo", 1...1_000, default: 120))
    default: throw object.expected("one of \"host\", \"midiClock\", \"timeCode\"", "sync")
    }
  }

  /// Encodes the object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode("tactus chain", forKey: "format")
    try object.encode(Self.documentVersion, forKey: "version")
    switch sync {
    case .host: break
    case .midiClock: try object.encode("midiClock", forKey: "sync")
    case .timeCode(let tempo):
      try object.encode("timeCode", forKey: "sync")
      try object.put(tempo.isFinite ? tempo.within(1...1_000) : 120, "tempo", unless: 120)
    }
    try object.encode(links, forKey: "effects")
  }
}

extension ProcessorChain {
  /// Reads a chain from a JSON document.
  ///
  /// - Parameters:
  ///   - file: the document's bytes in UTF-8; at most ``ChainSettings/documentLimit``.
  ///   - unknown: an array to which the paths of unknown members are appended; these members are ignored.
  public init(reading file: FileBytes, unknown: inout [String]) throws(DocumentError) {
    self = try Document.read(ProcessorChain.self, in: file, limit: ChainSettings.documentLimit, unknown: &unknown)
  }

  /// Returns the chain as a JSON document in UTF-8, in several lines. Reading the document returns the same chain.
  public func document() -> [UInt8] { Document.bytes(of: self) }
}
