import TactusFiles
import TactusRealtime

/// Reports the held pitches; passes everything unchanged.
///
/// The audio side publishes only the set of pitch classes and the lowest key: ``ChainProcessor/heldPitches(of:)``. Any
/// other thread can name the chord with ``Chord/candidates(for:)``.
///
/// - Thread: any
public struct ChordDetector: Hashable, Sendable {
  /// The time in milliseconds, 0…1,000, for which keys must stay unchanged before they are reported, because players do
  /// not press them exactly together.
  public var settling = 30.0
  /// Whether keys held only by the sustain pedal count.
  public var countsSustained = true
  /// The channels, 0…15, whose keys count; by default all except 9, the drums.
  public var channels = Set<UInt8>(0...15).subtracting([9])

  /// Creates a detector with a settling time in milliseconds.
  public init(settling: Double = 30) { self.settling = settling }
}

extension ChordDetector: DocumentValue {
  /// Reads an object whose members are all optional.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    settling = try object.number("settling", 0...1_000, default: 30)
    countsSustained = try object.value("countsSustained", default: true)
    channels = try object.channels("channels", default: ChordDetector().channels)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    let settling = settling.within(0...1_000, or: 30)
    object.put(settling, "settling", unless: 30)
    object.put(countsSustained, "countsSustained", unless: true)
    object.put(channels: channels, "channels", unless: ChordDetector().channels)
    return object.json
  }
}

extension ChordDetector: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { ChordDetectorMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    guard let memory = memory as? ChordDetectorMemory else {
      preconditionFailure("the memory of another kind of effect")
    }
    let settling = settling.within(0...1_000, or: 30)
    return .chordDetector(
      ChordDetectorStage(
        channels: channels.mask, countsSustained: countsSustained,
        settling: Int64(settling * Double(sampleRate) / 1_000), isBypassed: isBypassed, state: memory.state,
        heldWord: memory.heldWord[0]))
  }
}
