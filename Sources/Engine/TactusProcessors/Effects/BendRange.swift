import TactusFiles

/// Fits the pitch bend of a sender to a receiver with another bend range, so that every bend sounds as it was meant.
///
/// The centre stays the exact centre; a bend beyond the receiver's range stops at its end. The receiver is told its range
/// (registered parameter 0) with the first message of each channel. When the effect is bypassed or taken out, it is
/// told the sender's range.
///
/// - Thread: any
public struct BendRange: Hashable, Sendable {
  /// The sender's range in cents up and down, 1…12,799 (clamped).
  public var senderCents: Int
  /// The receiver's range in cents up and down, 1…12,799 (clamped).
  public var receiverCents: Int
  /// Whether the sender's range is what the sender says by registered parameter 0, once it has; the receiver does not
  /// get that in any case.
  public var followsSender = true
  /// Whether the receiver is told its range.
  public var tellsReceiver = true
  /// The channels, 0…15, that are meant.
  public var channels = Set<UInt8>.allChannels

  /// From one range to another, both in cents.
  public init(senderCents: Int = 200, receiverCents: Int = 1_200) {
    (self.senderCents, self.receiverCents) = (senderCents, receiverCents)
  }
}

extension BendRange: Codable {
  /// An object with `sender` and `receiver` (semitones, with up to two decimals), `follow`, `tell`, `channels` (1…16).
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: DocumentKey.self)
    let cents = { (name: DocumentKey, usual: Double) in
      Int((try object.number(name, 0.01...127.99, default: usual) * 100).rounded())
    }
    self.init(senderCents: try cents("sender", 2), receiverCents: try cents("receiver", 12))
    followsSender = try object.value("follow", default: true)
    tellsReceiver = try object.value("tell", default: true)
    channels = try object.channels("channels", default: .allChannels)
  }

  /// The object that ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: DocumentKey.self)
    try object.encode(Double(senderCents.within(1...12_799)) / 100, forKey: "sender")
    try object.encode(Double(receiverCents.within(1...12_799)) / 100, forKey: "receiver")
    try object.put(followsSender, "follow", unless: true)
    try object.put(tellsReceiver, "tell", unless: true)
    try object.put(channels: channels, "channels", unless: .allChannels)
  }
}

extension BendRange: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { LineMemory(settings, BendLine()) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let memory = memory.ofLines(BendLine.self)
    return .bendRange(
      BendRangeStage(
        isBypassed: isBypassed, sender: Int32(senderCents.within(1...12_799)),
        receiver: Int32(receiverCents.within(1...12_799)), follows: followsSender, tells: tellsReceiver,
        channels: channels.mask, lines: memory.lines, begun: memory.begun))
  }
}
