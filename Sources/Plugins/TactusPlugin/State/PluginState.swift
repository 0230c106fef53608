import TactusFiles
import TactusProcessors
import TactusSequencer
import TactusSynth

/// The complete state of a plug-in as a document.
///
/// Documents of later versions are read as far as possible: missing members get their defaults, and unknown members are
/// ignored.
struct PluginState: DocumentValue {
  static var documentFormat: String { "tactus plugin" }
  static var documentVersion: Int { 1 }
  /// The maximum number of bytes: more than a state needs that contains the largest sequence, with its indentation.
  static var documentLimit: Int { 4 * SequencerSettings.documentLimit }

  var plugin: String
  /// The name of the factory preset that was loaded last.
  var preset: String?
  /// Values by parameter symbol.
  var parameters: [String: Double]
  var bank: String?
  var chain: ProcessorChain?
  var sequence: MIDISequence?
  var learned: [SavedAssignment] = []
  /// The chosen outputs; nil for one stereo output.
  var outputs: SynthOutputs?

  init(
    plugin: String, parameters: [String: Double], bank: String?, chain: ProcessorChain?, sequence: MIDISequence?,
    outputs: SynthOutputs? = nil
  ) {
    self.outputs = outputs
    (self.plugin, self.parameters, self.bank) = (plugin, parameters, bank)
    (self.chain, self.sequence) = (chain, sequence)
  }

  init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if try object.value("format", default: Self.documentFormat) != Self.documentFormat {
      throw object.expected("\"\(Self.documentFormat)\": this is another kind of document", "format")
    }
    plugin = try object.read(String.self, "plugin")
    // later versions may have presets that this one does not have, and may say more about them
    preset = try? object.readIfPresent(String.self, "preset")
    parameters = [:]
    // values of unknown parameters may have any form
    let known = Plugins.all.first { $0.identifier == plugin }?.parameters.map(\.symbol) ?? []
    if object.contains("parameters") {
      let values = try object.node("parameters").object()
      for symbol in known {
        parameters[symbol] = try values.readIfPresent(Double.self, symbol)
      }
    }
    bank = try object.readIfPresent(String.self, "bank")
    chain = try object.readIfPresent(ProcessorChain.self, "chain")
    sequence = try object.readIfPresent(MIDISequence.self, "sequence")
    learned = try Self.assignments(object)
    // outputs that a later version has added are not known here
    outputs = try object.readIfPresent(String.self, "outputs").flatMap { SynthOutputs(rawValue: $0) }
  }

  /// Reads the assignments of controllers, without those of later versions that this one cannot read.
  private static func assignments(_ object: DocumentObject) throws(DocumentProblem) -> [SavedAssignment] {
    guard object.contains("learned") else { return [] }
    var list = try object.node("learned").list()
    var known: [SavedAssignment] = []
    while !list.isAtEnd {
      if let assignment = try? list.next(SavedAssignment.self) { known.append(assignment) }
    }
    return known
  }

  var json: JSON {
    var object = DocumentWriter()
    object.put(Self.documentFormat, "format")
    object.put(Self.documentVersion, "version")
    object.put(plugin, "plugin")
    object.put(preset, "preset")
    var values = DocumentWriter()
    for (symbol, value) in parameters.sorted(by: { $0.key < $1.key }) {
      values.put(value, symbol)
    }
    object.put(values, "parameters")
    object.put(bank, "bank")
    object.put(chain, "chain")
    object.put(sequence, "sequence")
    if !learned.isEmpty { object.put(learned, "learned") }
    object.put(outputs?.rawValue, "outputs")
    return object.json
  }
}
