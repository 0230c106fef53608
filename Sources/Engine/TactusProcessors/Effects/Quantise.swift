import TactusFiles

/// Moves notes to the keys of a scale.
///
/// - Thread: any
public struct Quantise: Hashable, Sendable {
  /// Where a key outside the scale is moved.
  public enum Direction: String, CaseIterable, Sendable {
    /// To the nearest key of the scale, or to the lower of two equally near keys.
    case nearest
    /// To the next lower key of the scale.
    case down
    /// To the next higher key of the scale.
    case up
    /// Nowhere: the note is dropped.
    case drop
  }

  /// The scale.
  public var scale: Scale
  /// Where keys outside the scale are moved.
  public var direction = Direction.nearest
  /// The channels, 0…15, whose notes are unchanged; by default 9, the drums.
  public var exemptChannels: Set<UInt8> = [9]

  /// Creates an effect for a scale.
  public init(_ scale: Scale) { self.scale = scale }

  /// Returns the key to which a key is moved; nil if it is dropped.
  func key(_ key: Int) -> Int? {
    let contains = { (key: Int) in scale.intervals.contains(((key - scale.root) % 12 + 12) % 12) }
    if contains(key) { return key }
    let lower = stride(from: key, through: 0, by: -1).first(where: contains)
    let upper = (key...127).first(where: contains)
    switch direction {
    case .drop: return nil
    case .down: return lower ?? upper
    case .up: return upper ?? lower
    case .nearest:
      guard let lower, let upper else { return lower ?? upper }
      return key - lower <= upper - key ? lower : upper
    }
  }
}

extension Quantise: DocumentValue {
  /// Reads an object with `scale`, `direction` and `exemptChannels` (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(try object.read(Scale.self, "scale"))
    direction = try object.word("direction", Direction.words, default: .nearest)
    exemptChannels = try object.channels("exemptChannels", default: [9])
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(scale, "scale")
    object.put(direction, "direction", Direction.words, unless: .nearest)
    object.put(channels: exemptChannels, "exemptChannels", unless: [9])
    return object.json
  }
}

extension Quantise: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { HeldNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let mapping = KeyMapping(tables, exempt: exemptChannels) { key($0) }
    return .quantise(MappingStage(mapping, memory, isBypassed: isBypassed))
  }
}
