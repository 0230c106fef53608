import TactusFiles

/// Repeats notes, optionally transposed and at a lower velocity with each repeat.
///
/// Each repeat is as long as the original note. Messages other than notes pass at once.
///
/// - Thread: any
public struct Echo: Hashable, Sendable {
  /// The time between repeats.
  public enum Time: Hashable, Sendable {
    /// Milliseconds, 1…30,000.
    case milliseconds(Double)
    /// Quarter notes, 1/64…64, at the host's tempo when the note starts (120 without a host).
    case beats(Double)
  }

  /// The time between repeats.
  public var time: Time
  /// The number of repeats, 1…15 (clamped).
  public var repeats = 1
  /// The velocity factor of each repeat, 0…1 (clamped). The repeats stop when the velocity would reach 0.
  public var feedback = 1.0
  /// The transposition of each repeat relative to the one before, in semitones, −24…24 (clamped). Repeats outside the
  /// range of keys are dropped.
  public var transpose = 0
  /// Whether the original note is passed on.
  public var playsOriginal = true
  /// The channels whose notes are repeated, 0…15. By default, these are all except 9, General MIDI's drums.
  public var channels = Set<UInt8>.allChannels.subtracting([9])

  /// Creates an echo.
  public init(_ time: Time, repeats: Int = 1, feedback: Double = 1) {
    (self.time, self.repeats, self.feedback) = (time, repeats, feedback)
  }
}

extension Echo: DocumentValue {
  /// Reads an object with `milliseconds` or `beats`, and `repeats`, `feedback`, `transpose`, `original`, `channels`
  /// (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    if let milliseconds = try object.fraction("milliseconds", 1...30_000) {
      self.init(.milliseconds(milliseconds))
      if object.contains("beats") { throw object.expected("either milliseconds or beats", "beats") }
    } else {
      self.init(.beats(try object.number("beats", 0.015625...64, default: 0.5)))
    }
    repeats = try object.number("repeats", 1...15, default: 1)
    feedback = try object.number("feedback", 0...1, default: 1)
    transpose = try object.number("transpose", -24...24, default: 0)
    playsOriginal = try object.value("original", default: true)
    channels = try object.channels("channels", default: Set.allChannels.subtracting([9]))
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    switch time {
    case .milliseconds(let time): object.put(time.within(1...30_000), "milliseconds")
    case .beats(let beats): object.put(beats.within(0.015625...64), "beats")
    }
    object.put(repeats.within(1...15), "repeats", unless: 1)
    object.put(feedback.within(0...1), "feedback", unless: 1)
    object.put(transpose.within(-24...24), "transpose", unless: 0)
    object.put(playsOriginal, "original", unless: true)
    object.put(channels: channels, "channels", unless: Set.allChannels.subtracting([9]))
    return object.json
  }
}

extension Echo: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { DelayedNotesMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    var (framesApart, beatsApart) = (0.0, 0.0)
    switch time {
    case .milliseconds(let time): framesApart = time.within(1...30_000) * Double(sampleRate) / 1_000
    case .beats(let beats): beatsApart = min(max(1 / 64, beats), 64)
    }
    let mapping = EchoMapping(
      framesApart: framesApart, beatsApart: beatsApart, writtenBeats: beatsApart, repeats: repeats.within(1...15),
      feedback: velocityFactor(min(feedback, 1)), transpose: Int(transpose.within(-24...24)),
      playsOriginal: playsOriginal, channels: channels.mask)
    return .echo(DelayedStage(mapping, memory.ofDelays, isBypassed: isBypassed))
  }
}
