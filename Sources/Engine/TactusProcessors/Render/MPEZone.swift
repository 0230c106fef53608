import TactusMIDI

/// The channels of an MPE zone.
struct MPEZone: BitwiseCopyable, Equatable {
  let isUpper: Bool
  /// The number of members, 1…15.
  let members: Int

  /// The manager channel, whose messages apply to the whole zone.
  var manager: UInt8 { isUpper ? 15 : 0 }

  /// The mark of held notes that began in the zone; see ``HeldNotes/start(_:isLast:mark:for:at:_:)``.
  var mark: Int64 { isUpper ? 2 : 1 }

  /// Returns the mark of held notes that began in the zone of a manager channel; nil for a channel that manages none.
  static func mark(manager channel: UInt8) -> Int64? { channel == 0 ? 1 : channel == 15 ? 2 : nil }

  /// Returns a member channel; index 0 is the nearest to the manager channel.
  func member(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: isUpper ? 14 &- index : 1 &+ index) }

  /// Whether a channel is one of the members.
  func hasMember(_ channel: UInt8) -> Bool {
    let distance = isUpper ? 15 &- Int(channel) : Int(channel)
    return distance >= 1 && distance <= members
  }

  func contains(_ channel: UInt8) -> Bool { channel == manager || hasMember(channel) }
}

/// The state of a member channel or the manager channel.
struct MPEMember: BitwiseCopyable {
  /// The number of held notes.
  var notes = 0
  /// The last played key; 255 for none.
  var key: UInt8 = 255
  /// The value of ``MPEPort/moment`` when the channel last ended a note.
  var freed: UInt64 = 0
  /// The value of ``MPEPort/moment`` at the start of the channel's newest note, or of its first note if the oldest note
  /// leads.
  var began: UInt64 = 0
  /// Pitch bend, 32 bits.
  var pitchBend: UInt32 = 1 &<< 31
  /// Pressure, 32 bits.
  var pressure: UInt32 = 0
  /// Controller 74, 32 bits.
  var timbre: UInt32 = 1 &<< 31
  /// The parameter that the sender has selected on the channel.
  var selection = ParameterSelection()

  /// Sets the expression to its values after Reset All Controllers, and controller 74 to its center.
  mutating func rest() { (pitchBend, pressure, timbre) = (1 &<< 31, 0, 1 &<< 31) }
}

/// The state of the channels of a port.
struct MPEPort: BitwiseCopyable {
  /// The state of each of the 16 channels.
  let members: UnsafeMutablePointer<MPEMember>
  /// The count of note-ons and note-offs.
  var moment: UInt64 = 0
  /// Whether the zone has been sent to the receiver.
  var isSent = false
  /// The zone that was sent.
  var sentZone = MPEZone(isUpper: false, members: 0)
  /// The bend ranges that were sent for the manager and for the members, in semitones.
  var sentRanges: (UInt8, UInt8) = (0, 0)
  /// Whether the sender has selected a parameter or set its bend range while the effect was bypassed, so that the manager
  /// channel has received neither.
  var hasMissedParameters = false
  /// The parameter that the sender has selected on the manager channel.
  var selection = ParameterSelection()
  /// The members' bend range set by the sender, in cents; 0 if none yet.
  var memberRange: Int32 = 0
  /// The manager's bend range set by the sender, in cents; 0 if none yet.
  var managerRange: Int32 = 0
  /// The leading channel, whose expression is sent if the zone is converted to one channel; 255 if there is none yet.
  var leader: UInt8 = 255
  /// The expression that was last sent, if the zone is converted to one channel.
  var sent = MPEMember()
  /// The bend range that was sent to the receiver of the output channel, in cents; 0 if none.
  var sentBendRange: Int32 = 0
  /// The channel on which the expression was sent; 255 for none.
  var sentChannel: UInt8 = 255
  /// Whether the expression was sent as MIDI 2.0 messages.
  var sentMIDI2 = false
  /// Whether any expression of a member or the manager has been received.
  var isMoved = false
  /// Whether the other zone is still to be disabled, once its notes have ended.
  var isOtherLeaving = false
  var resets = SystemResetDetector()
  /// The number of held notes of the lower zone.
  var lowerNotes = 0
  /// The number of held notes of the upper zone.
  var upperNotes = 0

  mutating func reset() {
    for index in 0..<16 { members[index] = MPEMember() }
    self = MPEPort(members: members)
  }

  /// Forgets what the sender and the effect have set in the receiver, because it is reset. Held notes remain.
  mutating func forgetReceiver() {
    forgetExpression()
    for index in 0..<16 { members[index].selection = ParameterSelection() }
    (memberRange, managerRange, sentBendRange, hasMissedParameters) = (0, 0, 0, false)
    (sent, sentZone, selection) = (MPEMember(), MPEZone(isUpper: sentZone.isUpper, members: 0), ParameterSelection())
  }

  /// Clears the expression of all channels.
  mutating func forgetExpression() {
    for index in 0..<16 { members[index].rest() }
    isMoved = false
  }

  /// Returns the member channel for a new note.
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
