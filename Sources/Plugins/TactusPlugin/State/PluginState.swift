import TactusFiles
import TactusProcessors
import TactusSequencer

/// The complete state of a plug-in as a document.
///
/// Documents of later versions are read as far as possible: missing members get their defaults, and unknown members are
/// ignored.
struct PluginState: Codable {
  static var documentFormat: String { "tactus plugin" }
  static var documentVersion: Int { 1 }
  static var documentLimit: Int { 1 << 24 }

  var plugin: String
  /// Values by parameter symbol.
  var parameters: [String: Double]
  var bank: String?
  var chain: ProcessorChain?
  var sequence: MIDISequence?

  init(
    plugin: String, parameters: [String: Double], bank: String?, chain: ProcessorChain?, sequence: MIDISequence?
  ) {
    (self.plugin, self.parameters, self.bank) = (plugin, parameters, bank)
    (self.chain, self.sequence) = (chain, sequence)
  }

  init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if try object.value("format", default: Self.documentFormat) != Self.documentFormat {
      throw object.expected("\"\(Self.documentFormat)\": this is another kind of document", "format")
    }
    plugin = try object.decode(String.self, forKey: "plugin")
    parameters = [:]
    // values of unknown parameters may have any form
    let known = Plugins.all.first { $0.identifier == plugin }?.parameters.map(\.symbol) ?? []
    if object.contains("parameters"), try !object.decodeNil(forKey: "parameters") {
      let values = try object.nestedContainer(keyedBy: DocumentKey.self, forKey: "parameters")
      for symbol in known {
        parameters[symbol] = try values.decodeIfPresent(Double.self, forKey: DocumentKey(stringLiteral: symbol))
      }
    }
    bank = try object.decodeIfPresent(String.self, forKey: "bank")
    chain = try object.decodeIfPresent(ProcessorChain.self, forKey: "chain")
    sequence = try object.decodeIfPresent(MIDISequence.self, forKey: "sequence")
  }

  func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(Self.documentFormat, forKey: "format")
    try object.encode(Self.documentVersion, forKey: "version")
    try object.encode(plugin, forKey: "plugin")
    var values = object.nestedContainer(keyedBy: DocumentKey.self, forKey: "parameters")
    for (symbol, value) in parameters.sorted(by: { $0.key < $1.key }) {
      try values.encode(value, forKey: DocumentKey(stringLiteral: symbol))
    }
    try object.put(bank, "bank")
    try object.put(chain, "chain")
    try object.put(sequence, "sequence")
  }
}
