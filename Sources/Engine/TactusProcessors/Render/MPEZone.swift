import TactusMIDI

/// Which channels an MPE zone has.
struct MPEZone: BitwiseCopyable, Equatable {
  let isUpper: Bool
  /// 1…15.
  let members: Int

  /// The channel of what is meant for all its notes.
  var manager: UInt8 { isUpper ? 15 : 0 }

  /// A member channel, the nearest to the manager first.
  func member(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: isUpper ? 14 &- index : 1 &+ index) }

  /// Whether a channel is one of the members.
  func hasMember(_ channel: UInt8) -> Bool {
    let distance = isUpper ? 15 &- Int(channel) : Int(channel)
    return distance >= 1 && distance <= members
  }

  func contains(_ channel: UInt8) -> Bool { channel == manager || hasMember(channel) }
}

/// What is known of a member channel, or of the manager channel.
struct MPEMember: BitwiseCopyable {
  /// How many notes are held on it.
  var notes = 0
  /// The key that was played last; 255: none.
  var key: UInt8 = 255
  /// The number of the moment at which it became free.
  var freed: UInt64 = 0
  /// The number of the moment at which its last note began.
  var began: UInt64 = 0
  /// 32 bits.
  var pitchBend: UInt32 = 1 &<< 31
  /// 32 bits.
  var pressure: UInt32 = 0
  /// Controller 74, 32 bits.
  var timbre: UInt32 = 1 &<< 31
  /// The parameter that the sender has selected on its channel.
  var selection = ParameterSelection()

  /// Its expression is as a reset of the controllers leaves it.
  mutating func rest() { (pitchBend, pressure, timbre) = (1 &<< 31, 0, 1 &<< 31) }
}

/// What is known of the channels of a port.
struct MPEPort: BitwiseCopyable {
  /// 16 channels.
  let members: UnsafeMutablePointer<MPEMember>
  /// Counts notes that begin and end.
  var moment: UInt64 = 0
  /// Whether the receiver has been told of the zone.
  var isTold = false
  /// The zone that it has been told of.
  var told = MPEZone(isUpper: false, members: 0)
  /// Its bend ranges.
  var toldRanges: (UInt8, UInt8) = (0, 0)
  /// The parameter that the sender of the manager channel has selected.
  var selection = ParameterSelection()
  /// The bend range of the member channels that the sender has said, in cents; 0: nothing yet.
  var memberRange: Int32 = 0
  /// That of the manager channel.
  var managerRange: Int32 = 0
  /// The channel whose expression is sent on, where all share one; 255: none yet.
  var leader: UInt8 = 255
  /// What has been sent last, where all share one channel.
  var sent = MPEMember()
  /// Where it has been sent; 255: nowhere.
  var sentChannel: UInt8 = 255
  /// Whether it has been sent in messages of MIDI 2.0.
  var sentMIDI2 = false
  /// Whether expression of a member or of the manager is known.
  var isMoved = false
  /// Whether the other zone has still to be dissolved, once its notes have ended.
  var isOtherLeaving = false
  /// How many notes are held on the lower zone.
  var lowerNotes = 0
  /// How many notes are held on the upper zone.
  var upperNotes = 0

  mutating func reset() {
    for index in 0..<16 { members[index] = MPEMember() }
    self = MPEPort(members: members)
  }

  /// Forgets the expression of all channels.
  mutating func forgetExpression() {
    for index in 0..<16 { members[index].rest() }
    isMoved = false
  }

  /// The member channel for a new note.
  func free(_ zone: MPEZone, key: UInt8) -> UInt8 {
    var best = 0
    for index in 1..<max(1, zone.members) where isBetter(zone.member(index), zone.member(best), key) { best = index }
    return zone.member(best)
  }

  private func isBetter(_ channel: UInt8, _ other: UInt8, _ key: UInt8) -> Bool {
    let (a, b) = (members[Int(channel)], members[Int(other)])
    if a.notes != b.notes { return a.notes < b.notes }
    if (a.key == key) != (b.key == key) { return a.key == key }
    return a.freed < b.freed
  }
}
