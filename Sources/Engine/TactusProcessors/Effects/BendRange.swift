import TactusFiles

/// Converts pitch bend from a sender's bend range to a receiver's, so that every bend keeps its interval.
///
/// The center stays exact, and a bend beyond the receiver's range is clamped. The effect sends the receiver's range
/// (registered parameter 0) with the first message of each channel, and again after a message that resets the receiver,
/// such as General MIDI on. When it is bypassed or removed, it sends the sender's range.
///
/// - Thread: any
public struct BendRange: Hashable, Sendable {
  /// The sender's range in cents up and down, 1…12,799 (clamped).
  public var senderCents: Int
  /// The receiver's range in cents up and down, 1…12,799 (clamped).
  public var receiverCents: Int
  /// Whether registered parameter 0 from the sender sets the sender's range. This parameter is never passed on to the
  /// receiver.
  public var followsSender = true
  /// Whether the effect sends the receiver's range to the receiver.
  public var sendsRange = true
  /// The channels, 0…15, to which the effect applies.
  public var channels = Set<UInt8>.allChannels

  /// Creates a conversion from one range to another, both in cents.
  public init(senderCents: Int = 200, receiverCents: Int = 1_200) {
    (self.senderCents, self.receiverCents) = (senderCents, receiverCents)
  }
}

extension BendRange: DocumentValue {
  /// Reads an object with `sender` and `receiver` (semitones, with up to two decimals), `follow`, `tell`, `channels`
  /// (1…16).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    let cents = { (name: String, usual: Double) throws(DocumentProblem) in
      Int((try object.number(name, 0.01...127.99, default: usual) * 100).rounded())
    }
    self.init(senderCents: try cents("sender", 2), receiverCents: try cents("receiver", 12))
    followsSender = try object.value("follow", default: true)
    sendsRange = try object.value("tell", default: true)
    channels = try object.channels("channels", default: .allChannels)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(Double(senderCents.within(1...12_799)) / 100, "sender")
    object.put(Double(receiverCents.within(1...12_799)) / 100, "receiver")
    object.put(followsSender, "follow", unless: true)
    object.put(sendsRange, "tell", unless: true)
    object.put(channels: channels, "channels", unless: .allChannels)
    return object.json
  }
}

extension BendRange: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { LineMemory(settings, BendLine()) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let memory = memory.ofLines(BendLine.self)
    return .bendRange(
      BendRangeStage(
        isBypassed: isBypassed, sender: Int32(senderCents.within(1...12_799)),
        receiver: Int32(receiverCents.within(1...12_799)), follows: followsSender, sends: sendsRange,
        channels: channels.mask, lines: memory.lines, begun: memory.begun, resets: memory.resets))
  }
}
