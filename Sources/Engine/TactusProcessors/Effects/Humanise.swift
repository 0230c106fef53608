import TactusFiles

/// Adds small random deviations of time, velocity and length, like those of a player.
///
/// The deviations of a note depend only on the seed and on the number of notes before it. The same song is thus played
/// identically every time, live and offline.
///
/// - Thread: any
public struct Humanise: Hashable, Sendable {
  /// The seed; a different seed results in different deviations.
  public var seed: UInt64
  /// The maximum delay of a note in milliseconds, 0…1,000; with ``looksAhead`` notes may also be that much earlier.
  public var timing = 0.0
  /// Whether notes may also be earlier. All events are then delayed by ``timing``: see ``ProcessorChain/latency(_:)``.
  public var looksAhead = false
  /// The maximum deviation of a velocity up or down, in MIDI 1.0 units, 0…127.
  public var velocity = 0
  /// The maximum lengthening of a note in milliseconds, 0…1,000; with ``looksAhead`` notes may also be that much
  /// shorter.
  public var length = 0.0
  /// The channels, 0…15, whose notes deviate.
  public var channels = Set<UInt8>.allChannels

  /// Creates an effect with a seed; all maximum deviations are 0 at first.
  public init(seed: UInt64 = 1) { self.seed = seed }
}

extension Humanise: DocumentValue {
  /// Reads an object with `seed`, `timing` and `length` (milliseconds), `lookAhead`, `velocity`, `channels` (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    self.init(seed: try object.number("seed", 0...UInt64.max, default: 1))
    timing = try object.number("timing", 0...1_000, default: 0)
    looksAhead = try object.value("lookAhead", default: false)
    velocity = try object.number("velocity", 0...127, default: 0)
    length = try object.number("length", 0...1_000, default: 0)
    channels = try object.channels("channels", default: .allChannels)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(seed, "seed")
    object.put(timing.within(0...1_000), "timing", unless: 0)
    object.put(looksAhead, "lookAhead", unless: false)
    object.put(velocity.within(0...127), "velocity", unless: 0)
    object.put(length.within(0...1_000), "length", unless: 0)
    object.put(channels: channels, "channels", unless: .allChannels)
    return object.json
  }
}

extension Humanise: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { DelayedNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let mapping = HumaniseMapping(
      seed: seed, timing: frames(timing.within(0...1_000), sampleRate), looksAhead: looksAhead,
      velocity: UInt32(velocity.within(0...127)) << 9, length: frames(length.within(0...1_000), sampleRate),
      channels: channels.mask, noteNumber: memory.ofDelays.noteNumber)
    return .humanise(DelayedStage(mapping, memory.ofDelays, isBypassed: isBypassed))
  }

  /// Returns the delay that the effect adds to all events, in frames.
  func latency(_ sampleRate: Int) -> Int { looksAhead ? Int(frames(timing.within(0...1_000), sampleRate)) : 0 }
}

extension ProcessorChain {
  /// Returns the latency of the chain in frames: the delay that ``Humanise/looksAhead`` adds so that notes can also be
  /// earlier.
  ///
  /// - Parameter sampleRate: frames per second.
  /// - Thread: any
  public func latency(_ sampleRate: Int) -> Int {
    links.reduce(0) { sum, link in
      if case .humanise(let humanise) = link.effect, !link.isBypassed { return sum + humanise.latency(sampleRate) }
      return sum
    }
  }
}
