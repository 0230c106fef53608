import TactusDSP
import TactusMIDI

// MIDI polyphonic expression: a zone consists of a manager channel and member channels, which play one note each.
//
//     channel  1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
//              ▲ └─ members of the lower ─┘  └ upper ┘ ▲ manager of the upper zone
//
// Source: M1-100-UM (MPE).

/// A channel's role in a zone.
struct ExpressionPart {
  /// The manager channel of the channel's zone, −1 if the channel is not a member.
  var manager: Int32 = -1
  /// The number of members that the channel manages.
  var memberCount: UInt8 = 0
  /// The pressure that the member has received, before it is combined with the manager's pressure.
  var pressure: UInt8 = 0
  /// The controller 74 that the member has received, before it is combined with the manager's controller 74.
  var timbre: UInt8 = 64

  @inline(__always) var isPart: Bool { manager >= 0 || memberCount > 0 }

  /// Clears the stored pressure, for controller 121.
  mutating func forgetGestures() { pressure = 0 }
}

extension ChannelState {
  /// Applies RPN 6 on channel 1 or 16, which defines a zone with `members` members, or disables the zone if that is 0.
  ///
  /// If two zones would overlap, the older one shrinks or is disabled. The notes on the zone's channels are released,
  /// and the controllers of these channels are reset. The pitch bend range becomes 2 semitones for the manager and 48
  /// for members.
  mutating func configureZone(_ channel: Int, members: Int) {
    let port = channel & ~15
    guard channel & 15 == 0 || channel & 15 == 15 else { return }
    let count = min(15, members)
    // A channel that manages no zone has none to disable; it may be a member of the other zone.
    if count == 0, channels[channel].zone.memberCount == 0 { return }
    let other = channel ^ 15
    let left = min(Int(channels[other].zone.memberCount), max(0, 14 &- count))
    let parameter = channels[channel].parameter
    for index in port..<(port &+ 16) where index != other || count == 15 {
      let belongs = index == channel || isMember(index, of: channel, count)
      let belonged = channels[index].zone.manager == Int32(channel)
      let isLost = channels[index].zone.manager == Int32(other) && !isMember(index, of: other, left)
      if belongs {
        enterZone(index, of: channel, isManager: index == channel, count)
      } else if belonged || isLost {
        leaveZone(index)
      }
    }
    if count == 15 { channels[other].zone.memberCount = 0 } else { channels[other].zone.memberCount = UInt8(left) }
    if count == 0 { leaveZone(channel) }
    channels[channel].parameter = parameter
  }

  private func isMember(_ index: Int, of manager: Int, _ count: Int) -> Bool {
    let distance = manager & 15 == 0 ? index &- manager : manager &- index
    return distance >= 1 && distance <= count
  }

  private mutating func enterZone(_ index: Int, of manager: Int, isManager: Bool, _ count: Int) {
    setController(index, 123, 0)
    setController(index, 121, 0)
    let state = channels + index
    state.pointee.zone = ExpressionPart()
    state.pointee.bendRange = isManager ? 200 : 4_800
    if isManager {
      state.pointee.zone.memberCount = UInt8(truncatingIfNeeded: count)
      state.pointee.overrides &= ~ChannelOverrides.isMember
      return
    }
    state.pointee.zone.manager = Int32(manager)
    takeControllers(index, of: manager)
    takeParameters(index, of: manager)
    state.pointee.overrides |= ChannelOverrides.isMember
    setDrums(index, false)
    takeProgram(index, of: manager)
  }

  /// Sets a member's controllers that "reset all controllers" keeps, such as volume, pan, effect sends and timbre, to
  /// those of the manager.
  private mutating func takeControllers(_ index: Int, of manager: Int) {
    for number in 0..<96 where Self.isKept(controller: number) {
      let value = channels[manager].controllers[number]
      if channels[index].controllers[number] != value { setController(index, number, value) }
      guard number < 32 else { continue }
      let low = channels[manager].controllers[number &+ 32]
      if channels[index].controllers[number &+ 32] != low { setController(index, number &+ 32, low) }
    }
    if channels[manager].controllers[74] != 64 { join(index) } else { channels[index].controllers[74] = 64 }
  }

  /// Sets a member's tuning program and modulation depth to those of the manager.
  private mutating func takeParameters(_ index: Int, of manager: Int) {
    channels[index].tuning.program = channels[manager].tuning.program
    channels[index].tuning.bank = channels[manager].tuning.bank
    guard channels[index].modulationDepth != channels[manager].modulationDepth else { return }
    channels[index].modulationDepth = channels[manager].modulationDepth
    channels[index].overrides |= ChannelOverrides.changesModulationDepth
  }

  /// Whether a new member takes a controller from its manager: those that "reset all controllers" does not reset. Not
  /// among them are bank select, data entry and the source key of portamento, which only prepare other messages; the
  /// low bytes 32…63, which are set with their high bytes; and 74, which is added to the member's own.
  private static func isKept(controller number: Int) -> Bool {
    switch number {
    case 0, 1, 6, 11, 32...69, 74, 84: false
    default: true
    }
  }

  private mutating func leaveZone(_ index: Int) {
    setController(index, 123, 0)
    setController(index, 121, 0)
    let wasMember = channels[index].zone.manager >= 0
    if wasMember { setDrums(index, index & 15 == 9) }
    channels[index].zone = ExpressionPart()
    channels[index].bendRange = 200
    channels[index].overrides &= ~ChannelOverrides.isMember
    guard wasMember else { return }
    choosePreset(index)
  }

  private mutating func takeProgram(_ index: Int, of manager: Int) {
    channels[index].controllers[Channel.bankMSB] = channels[manager].controllers[Channel.bankMSB]
    channels[index].controllers[Channel.bankLSB] = channels[manager].controllers[Channel.bankLSB]
    channels[index].program = channels[manager].program
    choosePreset(index)
  }

  // MARK: Messages

  /// Handles a message to a channel of a zone. Returns whether the message needs no further handling.
  mutating func handleInZone(_ channel: Int, _ message: ChannelMessage) -> Bool {
    channels[channel].zone.manager >= 0 ? handleAtMember(channel, message) : handleAtManager(channel, message)
  }

  /// Handles a message to a member. Members ignore messages for the whole zone (programs, banks, pedals, modes), and
  /// key pressure.
  private mutating func handleAtMember(_ channel: Int, _ message: ChannelMessage) -> Bool {
    switch message.status & 0xF0 {
    case 0xA0, 0xC0: return true
    case 0xD0: channels[channel].zone.pressure = message.data1
    case 0xB0:
      switch message.data1 {
      case 0, 32, 64...69, 84, 120...127: return true
      case 6, 38, 96, 97:
        setController(channel, Int(message.data1), message.data2)
        shareBendRange(of: channel)
        return true
      case 74: channels[channel].zone.timbre = message.data2
      default: return false
      }
    default: return false
    }
    join(channel)
    markDirty(channel)
    return true
  }

  /// Handles a message to a manager, and passes it to its members; pressure, timbre and pitch bend are combined with
  /// those of the members.
  private mutating func handleAtManager(_ channel: Int, _ message: ChannelMessage) -> Bool {
    let number = Int(message.data1)
    switch message.status & 0xF0 {
    case 0xB0:
      // the members continue from the manager's value
      if number == 38 || number == 96 || number == 97 { channels[channel].recallParameter() }
      let parameter = channels[channel].parameter
      setController(channel, number, message.data2)
      if parameter.reachesMembers { enterData(number, message.data2, parameter, ofMembers: channel) }
      // Data entry and parameter numbers are not passed on. If they have just disabled the zone, no members are left.
      let isShared = number != 74 && number != 6 && number != 38 && !(96...101).contains(number)
      forEachMember(of: channel) { core, member in
        if isShared { core.setController(member, number, message.data2) } else { core.join(member) }
        core.markAllDirty(member)
      }
    case 0xC0:
      channels[channel].program = message.data1
      choosePreset(channel)
      forEachMember(of: channel) { core, member in core.takeProgram(member, of: channel) }
    case 0xD0, 0xE0:
      if message.status & 0xF0 == 0xD0 {
        channels[channel].pressure = message.data1
      } else {
        channels[channel].pitchBend = Int32(truncatingIfNeeded: message.pitchBend)
      }
      markDirty(channel)
      forEachMember(of: channel) { core, member in
        core.join(member)
        core.markAllDirty(member)
      }
    default: return false
    }
    return true
  }

  /// Applies a byte of data entry for the manager's selected parameter to all members.
  private mutating func enterData(_ number: Int, _ value: UInt8, _ parameter: ParameterState, ofMembers manager: Int) {
    guard number == Channel.dataMSB || number == Channel.dataLSB || number == 96 || number == 97 else { return }
    forEachMember(of: manager) { core, member in
      let state = core.channels + member
      let own = state.pointee.parameter
      state.pointee.parameter = parameter
      core.enterData(member, number, value)
      state.pointee.parameter = own
      core.markAllDirty(member)
    }
  }

  /// Combines a member's pressure and timbre with its manager's: the higher pressure counts, and the manager's timbre
  /// is an offset.
  mutating func join(_ member: Int) {
    guard channels[member].zone.manager >= 0 else { return }
    let manager = channels[Int(channels[member].zone.manager)]
    channels[member].pressure = max(channels[member].zone.pressure, manager.pressure)
    let timbre = Int(channels[member].zone.timbre) &+ Int(manager.controllers[74]) &- 64
    channels[member].controllers[74] = UInt8(truncatingIfNeeded: max(0, min(127, timbre)))
    channels[member].overrides |= ChannelOverrides.changesGenerators
  }

  private mutating func shareBendRange(of channel: Int) {
    let range = channels[channel].bendRange
    // Data entry may have made the channel the manager of another zone.
    guard channels[channel].zone.manager >= 0 else { return }
    forEachMember(of: Int(channels[channel].zone.manager)) { core, member in
      core.channels[member].bendRange = range
      core.markDirty(member)
    }
  }

  @inline(__always)
  private mutating func forEachMember(of manager: Int, _ body: (inout Self, Int) -> Void) {
    let count = Int(channels[manager].zone.memberCount)
    let step = manager & 15 == 0 ? 1 : -1
    var distance = 1
    while distance <= count {
      body(&self, manager &+ step &* distance)
      distance &+= 1
    }
  }

  /// Marks all voices of a member dirty, including released ones, because its manager has changed.
  private mutating func markAllDirty(_ member: Int) {
    voices.channelChanged(member, reachesReleased: true)
  }
}
