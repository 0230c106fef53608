import TactusFiles
import TactusProcessors
import TactusSynth

/// All that a ``Sampler`` is set to, for saving and for taking elsewhere.
///
/// - Thread: any
public struct SamplerState: Hashable, Sendable {
  /// Where the bank is from; nil for none, or for one that has no place.
  public var bankPath: String?
  /// The presets of the parts, at most sixteen.
  public var programs: [PartProgram] = []
  /// What the synthesizer is set to.
  public var controls = SynthControls()
  /// The functions in front of it.
  public var chain = ProcessorChain()

  /// As at the beginning.
  public init() {}

  /// A state.
  public init(bankPath: String?, programs: [PartProgram], controls: SynthControls, chain: ProcessorChain) {
    (self.bankPath, self.programs, self.controls, self.chain) = (bankPath, programs, controls, chain)
  }

  /// How many bytes a document can have.
  public static var documentLimit: Int { 1 << 21 }
}

extension SamplerState: Codable {
  /// The version of the documents that are written.
  static var documentVersion: Int { 1 }

  /// An object; every member may be left out. Documents of later versions are read as far as they are known.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if try object.value("format", default: "tactus sampler") != "tactus sampler" {
      throw object.expected("\"tactus sampler\": this is another kind of document", "format")
    }
    _ = try object.value("version", default: Self.documentVersion)
    bankPath = try object.decodeIfPresent(String.self, forKey: "bank")
    programs = try object.value("programs", default: [PartProgram]())
    guard programs.count <= 16 else { throw object.expected("at most 16 presets", "programs") }
    controls = try object.value("controls", default: SynthControls())
    chain = try object.value("chain", default: ProcessorChain())
  }

  /// The object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode("tactus sampler", forKey: "format")
    try object.encode(Self.documentVersion, forKey: "version")
    try object.put(bankPath, "bank")
    try object.put(programs, "programs", unless: [])
    try object.put(controls, "controls", unless: SynthControls())
    try object.put(chain, "chain", unless: ProcessorChain())
  }

  /// The state that a JSON document describes.
  ///
  /// - Parameters:
  ///   - file: the document's bytes, UTF-8; at most ``documentLimit``.
  ///   - unknown: the paths of members that nothing is known of are added to it, and a sentence for each function that
  ///     this version cannot read; these members and functions are left out.
  public init(reading file: FileBytes, unknown: inout [String]) throws(DocumentError) {
    var json = try Document.json(in: file, limit: Self.documentLimit)
    unknown += UnreadFunctions(takingFrom: &json).remarks
    self = try Document.decode(SamplerState.self, from: json, of: file, unknown: &unknown)
  }

  /// The state as a JSON document: UTF-8, over several lines. Law: read again it is the same.
  public func document() -> [UInt8] { Document.bytes(of: self) }
}
