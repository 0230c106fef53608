import TactusFiles

/// Transposes notes by semitones or by steps of a scale.
///
/// Key pressure and the per-note messages of MIDI 2.0 follow their notes.
///
/// - Thread: any
public struct Transpose: Hashable, Sendable {
  /// How notes outside the keys 0…127 are handled.
  public enum OutOfRange: String, CaseIterable, Sendable {
    /// They are dropped.
    case drop
    /// They become the first or the last key.
    case clamp
    /// They are moved back by octaves.
    case fold
  }

  /// The interval in semitones, or in steps of the ``scale`` if there is one; −127…127 (clamped).
  public var amount: Int
  /// The scale whose steps are counted. Notes outside the scale first move down to the next lower key of the scale.
  public var scale: Scale?
  /// How notes outside the range of keys are handled.
  public var outOfRange = OutOfRange.drop
  /// The channels, 0…15, whose notes are unchanged; by default 9, the drums.
  public var exemptChannels: Set<UInt8> = [9]

  /// Creates a transposition by semitones.
  public init(_ amount: Int) { self.amount = amount }
  /// Creates a transposition by steps of a scale.
  public init(steps: Int, in scale: Scale) { (amount, self.scale) = (steps, scale) }

  /// Returns the transposed key, which may lie outside 0…127.
  func key(_ key: Int) -> Int {
    let amount = amount.within(-127...127)
    return scale.map { $0.key(key, steps: amount) } ?? key + amount
  }
}

extension Transpose: DocumentValue {
  /// Reads an object with `semitones` or both `steps` and `scale`, and with `outOfRange` and `exemptChannels` (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if let steps = try object.number("steps", -127...127) as Int? {
      self.init(steps: steps, in: try object.read(Scale.self, "scale"))
    } else {
      self.init(try object.number("semitones", -127...127, default: 0))
    }
    outOfRange = try object.word("outOfRange", OutOfRange.words, default: .drop)
    exemptChannels = try object.channels("exemptChannels", default: [9])
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(amount.within(-127...127), scale == nil ? "semitones" : "steps")
    object.put(scale, "scale")
    object.put(outOfRange, "outOfRange", OutOfRange.words, unless: .drop)
    object.put(channels: exemptChannels, "exemptChannels", unless: [9])
    return object.json
  }
}

extension Transpose: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { HeldNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let mapping = KeyMapping(tables, exempt: exemptChannels, outOfRange: outOfRange.rule) { key($0) }
    return .transpose(MappingStage(mapping, memory, isBypassed: isBypassed))
  }
}

extension Transpose.OutOfRange {
  /// The value for the audio thread.
  fileprivate var rule: KeyMapping.OutOfRange {
    switch self {
    case .drop: .drop
    case .clamp: .clamp
    case .fold: .fold
    }
  }
}
