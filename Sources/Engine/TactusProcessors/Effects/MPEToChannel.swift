import TactusFiles

/// Converts the notes of an MPE zone to one channel, for instruments without MPE.
///
/// A single channel has only one pitch bend, one pressure and one controller 74: they are taken from one of the held
/// notes. The bends of the manager channel and of that note's member channel are added and converted to the receiver's
/// bend range. The sender may set its bend ranges with registered parameter 0: on a member channel for all members, on
/// the manager channel for the manager. A message that defines a zone resets the bend ranges.
///
/// Source: MPE specification (M1-100-UM) 1.1.
/// - Thread: any
public struct MPEToChannel: Hashable, Sendable {
  /// The note whose expression the output channel uses.
  public enum Leader: String, CaseIterable, Sendable {
    /// The newest held note.
    case newest
    /// The oldest held note.
    case oldest
  }

  /// Whether the zone is the upper zone (manager channel 16, members from 15 down) instead of the lower zone (manager
  /// channel 1, members from 2 up).
  public var isUpper = false
  /// The number of member channels, 1…15 (clamped).
  public var members: UInt8 = 15
  /// The output channel, 0…15.
  public var channel: UInt8 = 0
  /// The note whose expression the output channel uses.
  public var leader = Leader.newest
  /// Whether registered parameter 0 from the sender sets the bend ranges of members and manager.
  public var followsSender = true
  /// The bend range of the member channels in semitones, 1…96 (clamped).
  public var memberRange = 48
  /// The bend range of the manager channel in semitones, 1…96 (clamped).
  public var managerRange = 2
  /// The bend range of the receiver in semitones, 1…96 (clamped).
  public var receiverRange = 48
  /// Whether the effect sends the receiver's range to the receiver (registered parameter 0).
  ///
  /// It is sent before the first message of the output channel, and again after a message that resets the receiver, such
  /// as General MIDI on. When the effect is bypassed or removed, it sends the sender's range.
  public var sendsRange = true

  /// Creates a conversion of the lower zone with all members to the first channel.
  public init() {}
}

extension MPEToChannel: DocumentValue {
  /// Reads an object with `zone` ("lower" or "upper"), `members`, `channel` (1…16), `leader`, `memberRange`,
  /// `managerRange`, `receiverRange` (semitones), `follow`, `tell`.
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    isUpper = try object.word("zone", MPEZone.words, default: false)
    members = try object.number("members", 1...15, default: 15)
    channel = try object.channel("channel") ?? 0
    leader = try object.word("leader", Leader.words, default: .newest)
    memberRange = try object.number("memberRange", 1...96, default: 48)
    managerRange = try object.number("managerRange", 1...96, default: 2)
    receiverRange = try object.number("receiverRange", 1...96, default: 48)
    followsSender = try object.value("follow", default: true)
    sendsRange = try object.value("tell", default: true)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(isUpper, "zone", MPEZone.words, unless: false)
    object.put(members.within(1...15), "members", unless: 15)
    if channel & 15 != 0 { object.put(channel: channel, "channel") }
    object.put(leader, "leader", Leader.words, unless: .newest)
    object.put(memberRange.within(1...96), "memberRange", unless: 48)
    object.put(managerRange.within(1...96), "managerRange", unless: 2)
    object.put(receiverRange.within(1...96), "receiverRange", unless: 48)
    object.put(followsSender, "follow", unless: true)
    object.put(sendsRange, "tell", unless: true)
    return object.json
  }
}

extension MPEToChannel: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { MPEMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let memory = memory.ofMPE
    return .mpeToChannel(
      MPEToChannelStage(
        isBypassed: isBypassed, zone: MPEZone(isUpper: isUpper, members: Int(members.within(1...15))),
        channel: channel & 15, takesNewest: leader == .newest, memberRange: Int32(memberRange.within(1...96)) * 100,
        managerRange: Int32(managerRange.within(1...96)) * 100,
        receiverRange: Int32(receiverRange.within(1...96)) * 100,
        follows: followsSender, sendsRange: sendsRange, held: memory.held, ports: memory.ports,
        pedals: memory.pedals))
  }
}
