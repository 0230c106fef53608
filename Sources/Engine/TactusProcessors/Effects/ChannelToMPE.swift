import TactusFiles

/// Distributes the notes of one channel among the member channels of an MPE zone, each on its own channel as long as
/// there are enough channels.
///
/// Before the first note, controller, program, pressure or pitch bend, the zone and its bend ranges are sent to the
/// receiver. Key pressure becomes the pressure of the note's channel; pitch bend, channel pressure and controllers go to
/// the manager channel. A note takes the free member channel that last played the same key, otherwise the one that has
/// been free longest. If none is free, it shares one of the channels that have the fewest notes.
///
/// Source: MPE specification (M1-100-UM) 1.1.
/// - Thread: any
public struct ChannelToMPE: Hashable, Sendable {
  /// The channel, 0…15, that is converted to the zone; nil for all channels.
  public var channel: UInt8?
  /// Whether the zone is the upper zone (manager channel 16, members from 15 down) instead of the lower zone (manager
  /// channel 1, members from 2 up).
  public var isUpper = false
  /// The number of member channels, 1…15 (clamped).
  public var members: UInt8 = 15
  /// The bend range of the manager channel in semitones, 0…96 (clamped), until the sender sets another with registered
  /// parameter 0. It must be the sender's initial bend range, because the sender's pitch bend is passed on unscaled.
  public var managerRange = 2
  /// The bend range of the member channels in semitones, 0…96 (clamped).
  public var memberRange = 48

  /// Creates the lower zone with all members.
  public init() {}
}

extension ChannelToMPE: DocumentValue {
  /// Reads an object with `channel` (1…16), `zone` ("lower" or "upper"), `members`, `managerRange`, `memberRange`
  /// (semitones).
  package init(from node: DocumentNode) throws(DocumentProblem) {
    let object = try node.object()
    channel = try object.channel("channel")
    isUpper = try object.word("zone", MPEZone.words, default: false)
    members = try object.number("members", 1...15, default: 15)
    managerRange = try object.number("managerRange", 0...96, default: 2)
    memberRange = try object.number("memberRange", 0...96, default: 48)
  }

  /// The object that ``init(from:)`` reads.
  package var json: JSON {
    var object = DocumentWriter()
    object.put(channel: channel, "channel")
    object.put(isUpper, "zone", MPEZone.words, unless: false)
    object.put(members.within(1...15), "members", unless: 15)
    object.put(managerRange.within(0...96), "managerRange", unless: 2)
    object.put(memberRange.within(0...96), "memberRange", unless: 48)
    return object.json
  }
}

extension ChannelToMPE: EffectSettings {
  func memory(_ settings: ChainSettings) -> StageMemory { MPEMemory(settings) }

  func stage(_ memory: StageMemory, _ tables: StageTables, sampleRate: Int, isBypassed: Bool) -> Stage {
    let memory = memory.ofMPE
    return .channelToMPE(
      ChannelToMPEStage(
        isBypassed: isBypassed, zone: MPEZone(isUpper: isUpper, members: Int(members.within(1...15))),
        channel: channel.map { Int8($0 & 15) } ?? -1, managerRange: UInt8(managerRange.within(0...96)),
        memberRange: UInt8(memberRange.within(0...96)), held: memory.held, ports: memory.ports, pedals: memory.pedals,
        targets: memory.targets))
  }
}
