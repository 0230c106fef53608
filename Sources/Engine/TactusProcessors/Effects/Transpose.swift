import TactusFiles

/// Notes higher or lower, by semitones or by steps of a scale.
///
/// Key pressure and the messages of MIDI 2.0 for single notes go with their notes.
///
/// - Thread: any
public struct Transpose: Hashable, Sendable {
  /// What becomes of notes that would leave the keys 0…127.
  public enum OutOfRange: String, CaseIterable, Codable, Sendable {
    /// They are left out.
    case drop
    /// They become the first or the last key.
    case clamp
    /// They go back by octaves.
    case fold
  }

  /// By how much: semitones, or with a ``scale`` its steps; −127…127 (clamped).
  public var amount: Int
  /// The scale in whose steps is counted. Notes that are not in it first go down to the next one that is.
  public var scale: Scale?
  /// What becomes of notes that would leave the range.
  public var outOfRange = OutOfRange.drop
  /// The channels, 0…15, whose notes stay as they are: at first 9, the drums.
  public var exemptChannels: Set<UInt8> = [9]

  /// By semitones.
  public init(_ amount: Int) { self.amount = amount }
  /// By steps of a scale.
  public init(steps: Int, in scale: Scale) { (amount, self.scale) = (steps, scale) }

  /// The key that a key becomes; nil if it is left out.
  func key(_ key: Int) -> Int? {
    let amount = amount.within(-127...127)
    let moved = scale.map { $0.key(key, steps: amount) } ?? key + amount
    if (0...127).contains(moved) { return moved }
    switch outOfRange {
    case .drop: return nil
    case .clamp: return moved.within(0...127)
    case .fold:
      let folded = moved < 0 ? moved + (11 - moved) / 12 * 12 : moved - (moved - 127 + 11) / 12 * 12
      return folded
    }
  }
}

extension Transpose: Codable {
  /// An object with `semitones`, or with `steps` and `scale`; and `outOfRange`, `exemptChannels` (1…16).
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    if let steps = try object.number("steps", -127...127) as Int? {
      self.init(steps: steps, in: try object.decode(Scale.self, forKey: "scale"))
    } else {
      self.init(try object.number("semitones", -127...127, default: 0))
    }
    outOfRange = try object.word("outOfRange", OutOfRange.words, default: .drop)
    exemptChannels = try object.channels("exemptChannels", default: [9])
  }

  /// The object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(amount.within(-127...127), forKey: scale == nil ? "semitones" : "steps")
    try object.put(scale, "scale")
    try object.put(outOfRange, "outOfRange", OutOfRange.words, unless: .drop)
    try object.put(channels: exemptChannels, "exemptChannels", unless: [9])
  }
}

extension Transpose: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { HeldNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let mapping = KeyMapping(tables, exempt: exemptChannels) { key($0) }
    return .transpose(MappingStage(mapping, memory, isBypassed: isBypassed))
  }
}
