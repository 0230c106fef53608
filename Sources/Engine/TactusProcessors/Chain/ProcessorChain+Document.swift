import TactusFiles

extension ProcessorChain.Link: DocumentValue {
  /// Reads an object with `effect`, the effect's own members, and optionally `bypassed` and `name`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let key = try object.key("effect", formerly: "function")
    let word = try object.read(String.self, key)
    guard let effect = try MIDIEffect(word: word, from: node) else {
      let words = MIDIEffect.words.map { "\"\($0)\"" }.joined(separator: ", ")
      throw object.expected("one of \(words)", key)
    }
    self.init(
      effect, isBypassed: try object.value("bypassed", default: false),
      name: try object.readIfPresent(String.self, "name"))
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(effect.word, "effect")
    object.put(name, "name")
    object.put(isBypassed, "bypassed", unless: false)
    object.put(membersOf: effect.json)
    return object.json
  }
}

extension DocumentObject {
  /// Returns the name under which the object contains a member: `former`, as in older documents, otherwise `name`.
  /// Throws if the object contains both.
  fileprivate func key(_ name: String, formerly former: String) throws(DocumentProblem) -> String {
    guard contains(former) else { return name }
    guard !contains(name) else {
      throw expected("\"\(name)\" alone, without \"\(former)\"", former)
    }
    return former
  }
}

extension ProcessorChain: DocumentValue {
  /// The document version that is written.
  static var documentVersion: Int { 1 }

  /// Reads an object with `effects`, an array of ``Link``s. Documents of later versions are accepted, but members
  /// that this version does not know are ignored.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if try object.value("format", default: "tactus chain") != "tactus chain" {
      throw object.expected("\"tactus chain\": this is another kind of document", "format")
    }
    _ = try object.value("version", default: Self.documentVersion)
    let key = try object.key("effects", formerly: "functions")
    links = try object.read([Link].self, key)
    sync = try Self.sync(object)
    guard links.count <= ChainSettings.mostLinks else {
      throw object.expected("at most \(ChainSettings.mostLinks) effects", key)
    }
  }

  private static func sync(_ object: DocumentObject) throws(DocumentProblem) -> Sync {
    guard object.contains("sync") else { return .host }
    switch try? object.read(String.self, "sync") {
    case "host": return .host
    case "midiClock": return .midiClock
    case "timeCode": return .timeCode(tempo: try object.number("tempo", 1...1_000, default: 120))
    default: throw object.expected("one of \"host\", \"midiClock\", \"timeCode\"", "sync")
    }
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put("tactus chain", "format")
    object.put(Self.documentVersion, "version")
    switch sync {
    case .host: break
    case .midiClock: object.put("midiClock", "sync")
    case .timeCode(let tempo):
      object.put("timeCode", "sync")
      object.put(tempo.isFinite ? tempo.within(1...1_000) : 120, "tempo", unless: 120)
    }
    object.put(links, "effects")
    return object.json
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
