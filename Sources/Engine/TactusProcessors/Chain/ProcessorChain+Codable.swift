import TactusFiles

extension ProcessorChain.Link: Codable {
  /// An object with `function`, the function's own members, and if need be `bypassed` and `name`.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    let word = try object.decode(String.self, forKey: "function")
    guard let function = try MIDIFunction(word: word, from: decoder) else {
      let words = MIDIFunction.words.map { "\"\($0)\"" }.joined(separator: ", ")
      throw object.expected("one of \(words)", "function")
    }
    self.init(
      function, isBypassed: try object.value("bypassed", default: false),
      name: try object.decodeIfPresent(String.self, forKey: "name"))
  }

  /// The object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(function.word, forKey: "function")
    try object.put(name, "name")
    try object.put(isBypassed, "bypassed", unless: false)
    try function.settings.encode(to: encoder)
  }
}

extension ProcessorChain: Codable {
  /// The version of the documents that are written.
  static var documentVersion: Int { 1 }

  /// An object with `functions`, an array of ``Link``s. Documents of later versions are read as far as they are known.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if try object.value("format", default: "tactus chain") != "tactus chain" {
      throw object.expected("\"tactus chain\": this is another kind of document", "format")
    }
    _ = try object.value("version", default: Self.documentVersion)
    links = try object.decode([Link].self, forKey: "functions")
    sync = try Self.sync(object)
    guard links.count <= ChainSettings.mostLinks else {
      throw object.expected("at most \(ChainSettings.mostLinks) functions", "functions")
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

  /// The object that ``init(from:)`` reads.
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
    try object.encode(links, forKey: "functions")
  }
}

extension ProcessorChain {
  /// The chain that a JSON document describes.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8; at most ``ChainSettings/documentLimit``.
  ///   - unknown: the paths of members that nothing is known of are added to it; these members are left out.
  public init(reading file: FileBytes, unknown: inout [String]) throws(DocumentError) {
    self = try Document.read(ProcessorChain.self, in: file, limit: ChainSettings.documentLimit, unknown: &unknown)
  }

  /// The chain as a JSON document: UTF-8, over several lines. Law: read again it is the same.
  public func document() -> [UInt8] { Document.bytes(of: self) }
}
