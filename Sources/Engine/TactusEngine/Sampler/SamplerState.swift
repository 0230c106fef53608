import TactusFiles
import TactusProcessors
import TactusSynth

/// All settings of a ``Sampler``, for saving and transfer.
///
/// - Thread: any
public struct SamplerState: Hashable, Sendable {
  /// The path of the bank; nil for none, or for a bank without a path.
  public var bankPath: String?
  /// The presets of the parts, at most sixteen.
  public var programs: [PartProgram] = []
  /// The settings of the synthesizer.
  public var controls = SynthControls()
  /// The MIDI effects in front of the synthesizer.
  public var chain = ProcessorChain()

  /// Creates the default state.
  public init() {}

  /// Creates a state.
  public init(bankPath: String?, programs: [PartProgram], controls: SynthControls, chain: ProcessorChain) {
    (self.bankPath, self.programs, self.controls, self.chain) = (bankPath, programs, controls, chain)
  }

  /// The maximum size of a document, in bytes.
  public static var documentLimit: Int { 1 << 21 }
}

extension SamplerState: DocumentValue {
  /// The version that ``document()`` writes into documents.
  static var documentVersion: Int { 1 }

  /// Reads an object whose members are all optional. In documents of later versions, members that this version does
  /// not know are ignored.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if try object.value("format", default: "tactus sampler") != "tactus sampler" {
      throw object.expected("\"tactus sampler\": this is another kind of document", "format")
    }
    _ = try object.value("version", default: Self.documentVersion)
    bankPath = try object.readIfPresent(String.self, "bank")
    programs = try object.value("programs", default: [PartProgram]())
    guard programs.count <= 16 else { throw object.expected("at most 16 presets", "programs") }
    controls = try object.value("controls", default: SynthControls())
    chain = try object.value("chain", default: ProcessorChain())
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put("tactus sampler", "format")
    object.put(Self.documentVersion, "version")
    object.put(bankPath, "bank")
    object.put(programs, "programs", unless: [])
    object.put(controls, "controls", unless: SynthControls())
    object.put(chain, "chain", unless: ProcessorChain())
    return object.json
  }

  /// Reads a state from a JSON document.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8; at most ``documentLimit``.
  ///   - unknown: receives the paths of unknown members, and a sentence for each MIDI effect that this version cannot
  ///     read. Both are ignored.
  public init(reading file: FileBytes, unknown: inout [String]) throws(DocumentError) {
    var json = try Document.json(in: file, limit: Self.documentLimit)
    unknown += UnreadEffects(takingFrom: &json).remarks
    self = try Document.decode(SamplerState.self, from: json, of: file, unknown: &unknown)
  }

  /// Returns the state as a JSON document: UTF-8, on several lines. Law: reading it returns an equal state.
  public func document() -> [UInt8] { Document.bytes(of: self) }
}
