import TactusMIDI
import TactusRender

/// Runs ``MPEToChannel`` in a chain.
struct MPEToChannelStage: EffectStage {
  var isBypassed: Bool
  let zone: MPEZone
  let channel: UInt8
  let takesNewest: Bool
  /// The members' bend range in cents, until the sender sets another.
  let memberRange: Int32
  /// The manager's bend range in cents, until the sender sets another.
  let managerRange: Int32
  /// The receiver's bend range in cents.
  let receiverRange: Int32
  /// Whether the sender's bend ranges are followed.
  let follows: Bool
  /// Whether the receiver's bend range is sent to it.
  let sendsRange: Bool
  let held: UnsafeMutablePointer<HeldNotes>
  /// The state of 16 ports.
  let ports: UnsafeMutablePointer<MPEPort>
  let pedals: UnsafeMutablePointer<HeldPedals>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    if isBypassed { restAll(&output) } else { changeChannel(&output) }
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if !message.isForChannel { listen(message) }
    let isConfiguration = message.isForChannel && zone.contains(message.channel) && configures(message)
    if message.endsNote {
      end(message, at: offset, &output)
    } else if isBypassed || !message.isForChannel || !zone.contains(message.channel) {
      pass(message, at: offset, &output)
    } else if message.startsNote {
      start(message, at: offset, &output)
    } else if message.isForKey {
      // key pressure on a member channel is ignored
      if message.status & 0xF0 != 0xA0 || message.channel == zone.manager {
        held.pointee.pass(message, at: offset, &output)
      }
    } else if isConfiguration {
      // the message is not sent to the receiver, but the current bend may have to be converted again
      if ports[Int(message.port)].isMoved { send(ports + Int(message.port), message, at: offset, &output) }
      if message.channel != zone.manager { pedals.pointee.write(message, as: nil, at: offset, &output) }
    } else {
      move(message, at: offset, &output)
    }
  }

  /// Handles a message outside the zone, or any message while the effect is bypassed; notes that the effect has started
  /// are still ended.
  private func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if message.endsAllNotes {
      held.pointee.releaseChannel(of: message, at: offset, &output)
      ports[Int(message.port)].members[Int(message.channel)].notes = 0
    }
    let isTarget = !isBypassed && message.isForChannel && message.channel == channel
    if message.startsNote, isTarget || held.pointee.mustStore(message) {
      guard held.pointee.room > 0, output.hasRoom() else {
        output.refuse(message)
        return
      }
      held.pointee.start(message, isLast: true, for: message.keyIndex, at: offset, &output)
    } else if message.startsNote {
      output.pass(message, at: offset)
    } else if message.isForKey {
      held.pointee.pass(message, at: offset, &output)
    } else {
      pedals.pointee.pass(message, at: offset, &output)
    }
  }

  // MARK: Notes

  private func start(_ noteOn: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard held.pointee.room > 0, output.hasRoom(for: 6) else {
      output.refuse(noteOn)
      return
    }
    let port = ports + Int(noteOn.port)
    let member = port.pointee.members + Int(noteOn.channel)
    if member.pointee.notes == 0 || takesNewest { member.pointee.began = port.pointee.moment }
    member.pointee.notes &+= 1
    port.pointee.moment &+= 1
    choose(port, noteOn, at: offset, &output)
    held.pointee.start(noteOn.with(channel: channel), isLast: true, for: noteOn.keyIndex, at: offset, &output)
  }

  private func end(_ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let isOurs = held.pointee.isHeld(noteOff.keyIndex, besides: output)
    held.pointee.release(noteOff, at: offset, &output)
    guard isOurs else { return }
    let port = ports + Int(noteOff.port)
    let member = port.pointee.members + Int(noteOff.channel)
    if member.pointee.notes > 0 { member.pointee.notes &-= 1 }
    if !isBypassed { choose(port, noteOff, at: offset, &output) }
  }

  /// Chooses another leading channel if necessary; if no notes are held, the last leading channel remains.
  private func choose(
    _ port: UnsafeMutablePointer<MPEPort>, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    var leader: UInt8 = 255
    for index in 0..<zone.members {
      let channel = zone.member(index)
      let member = port.pointee.members[Int(channel)]
      guard member.notes > 0 else { continue }
      if leader == 255 || (member.began > port.pointee.members[Int(leader)].began) == takesNewest { leader = channel }
    }
    if leader == 255 { leader = port.pointee.leader }
    guard leader != 255 else { return }
    port.pointee.leader = leader
    send(port, message, at: offset, &output)
  }

  // MARK: Expression

  private func move(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let port = ports + Int(message.port)
    let member = port.pointee.members + Int(message.channel)
    let kind = message.status & 0xF0
    let isManager = message.channel == zone.manager
    if message.endsAllNotes {
      endAll(message, at: offset, &output)
      return
    }
    if kind == 0xE0 {
      member.pointee.pitchBend = message.value32
    } else if kind == 0xD0 {
      member.pointee.pressure = message.value32
    } else if kind == 0xB0, message.data1 == 74 {
      member.pointee.timbre = message.value32
    } else {
      if !isManager {
        pedals.pointee.write(message, as: nil, at: offset, &output)
      } else {
        pedals.pointee.write(message, as: message.with(channel: channel), at: offset, &output)
        if kind == 0xB0, message.data1 == 121 { resetExpression(port, message, at: offset, &output) }
      }
      return
    }
    port.pointee.isMoved = true
    send(port, message, at: offset, &output)
  }

  /// Records a reset of the receiver's controllers, which affects bend and pressure, but not controller 74 (RP-015).
  private func resetExpression(
    _ port: UnsafeMutablePointer<MPEPort>, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    port.pointee.forgetExpression()
    (port.pointee.sent.pitchBend, port.pointee.sent.pressure) = (1 &<< 31, 0)
    send(port, message, at: offset, &output)
  }

  /// Applies a message that sets the zone or a bend range; returns false for other messages. A range set on one member
  /// channel applies to all member channels.
  private func configures(_ message: ChannelMessage) -> Bool {
    let port = ports + Int(message.port)
    let change = port.pointee.members[Int(message.channel)].selection.take(message)
    let isManager = message.channel == zone.manager
    if message.makesMPEZone(change) {
      if isManager { (port.pointee.memberRange, port.pointee.managerRange) = (0, 0) }
      return true
    }
    let ranges = ranges(port)
    guard let cents = message.bendRange(change, from: isManager ? ranges.manager : ranges.member) else { return false }
    if follows, isManager { port.pointee.managerRange = max(1, cents) }
    if follows, !isManager { port.pointee.memberRange = max(1, cents) }
    return true
  }

  /// Returns the current bend ranges in cents.
  private func ranges(_ port: UnsafeMutablePointer<MPEPort>) -> (manager: Int32, member: Int32) {
    let (manager, member) = (port.pointee.managerRange, port.pointee.memberRange)
    return (manager > 0 ? manager : managerRange, member > 0 ? member : memberRange)
  }

  /// Tracks the sender's parameter selection and bend ranges while the effect is bypassed.
  func listen(_ input: EventList) {
    for event in input {
      if !event.message.isForChannel { listen(event.message) }
      if event.message.isForChannel, zone.contains(event.message.channel) { _ = configures(event.message) }
    }
  }

  private func listen(_ message: ChannelMessage) {
    let port = ports + Int(message.port)
    if port.pointee.resets.take(message) { port.pointee.forgetReceiver() }
  }

  /// Ends all notes of a message's channel; a message on the manager channel applies to the whole zone.
  private func endAll(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let members = ports[Int(message.port)].members
    held.pointee.releaseChannel(of: message, at: offset, &output)
    members[Int(message.channel)].notes = 0
    guard message.channel == zone.manager else {
      choose(ports + Int(message.port), message, at: offset, &output)
      return
    }
    for index in 0..<zone.members {
      held.pointee.releaseChannel(of: message.with(channel: zone.member(index)), at: offset, &output)
      members[Int(zone.member(index))].notes = 0
    }
    output.write(message.with(channel: channel), at: offset)
  }

  /// Sends bend, controller 74 and pressure if they differ from the values sent last.
  private func send(
    _ port: UnsafeMutablePointer<MPEPort>, _ pattern: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let pattern = pattern.with(channel: channel)
    let leads = port.pointee.leader != 255
    var leader = leads ? port.pointee.members[Int(port.pointee.leader)] : MPEMember()
    let manager = port.pointee.members[Int(zone.manager)]
    let pitchBend = bend(manager.pitchBend, leader.pitchBend, ranges(port), isMIDI2: pattern.isMIDI2)
    leader.pressure = max(manager.pressure, leader.pressure)
    let timbre = Int64(manager.timbre) &+ Int64(leader.timbre) &- 1 &<< 31
    leader.timbre = UInt32(truncatingIfNeeded: max(0, min(timbre, 1 &<< 32 &- 1)))
    (port.pointee.sentChannel, port.pointee.sentMIDI2) = (channel, pattern.isMIDI2)
    if sendsRange, port.pointee.sentBendRange != receiverRange {
      port.pointee.sentBendRange = receiverRange
      setRange(receiverRange, port, pattern, at: offset, &output)
    }
    if pitchBend != port.pointee.sent.pitchBend {
      port.pointee.sent.pitchBend = pitchBend
      output.write(pattern.sibling(0xE0, 0, value: pitchBend), at: offset)
    }
    if leader.timbre != port.pointee.sent.timbre {
      port.pointee.sent.timbre = leader.timbre
      output.write(pattern.sibling(0xB0, 74, value: leader.timbre), at: offset)
    }
    if leader.pressure != port.pointee.sent.pressure {
      port.pointee.sent.pressure = leader.pressure
      output.write(pattern.sibling(0xD0, 0, value: leader.pressure), at: offset)
    }
  }

  private func setRange(
    _ cents: Int32, _ port: UnsafeMutablePointer<MPEPort>, _ pattern: ChannelMessage, at offset: Int32,
    _ output: inout EventWriter
  ) {
    port.pointee.members[Int(zone.manager)].selection.setBendRange(cents, as: pattern, at: offset, &output)
  }

  /// Returns the bend range of the sender's messages on the channel to which expression was sent, in cents.
  private func senderRange(_ port: UnsafeMutablePointer<MPEPort>) -> Int32 {
    let channel = port.pointee.sentChannel
    if channel == zone.manager { return ranges(port).manager }
    return zone.contains(channel) ? ranges(port).member : 200
  }

  /// Returns the sum of two bends in the receiver's range, 32 bits. The center stays exact.
  private func bend(
    _ manager: UInt32, _ member: UInt32, _ ranges: (manager: Int32, member: Int32), isMIDI2: Bool
  ) -> UInt32 {
    // MIDI 1.0 is computed in its own 14 bits, so that nothing is truncated twice
    let shift: UInt32 = isMIDI2 ? 0 : 18
    let centre: Int64 = 1 &<< Int64(31 &- shift)
    let first = (Int64(manager &>> shift) &- centre) &* Int64(ranges.manager)
    let second = (Int64(member &>> shift) &- centre) &* Int64(ranges.member)
    let (sum, receiver) = (2 &* (first &+ second), Int64(receiverRange))
    let half = sum < 0 ? 0 &- receiver : receiver
    let bent = max(0, min(centre &+ (sum &+ half) / (2 &* receiver), 2 &* centre &- 1))
    if isMIDI2 { return UInt32(truncatingIfNeeded: bent) }
    return ValueScaling.up32(fourteenBits: UInt16(truncatingIfNeeded: bent))
  }

  // MARK: Rest values

  /// Resets the expression of the previous output channel, and sends the current expression to the new one.
  private func changeChannel(_ output: inout EventWriter) {
    for index in 0..<16 {
      let port = ports + index
      guard port.pointee.sentChannel != 255, port.pointee.sentChannel != channel else { continue }
      rest(index, &output)
      send(port, ChannelMessage(line: index &<< 4, isMIDI2: port.pointee.sentMIDI2), at: 0, &output)
    }
  }

  /// Resets the expression of the output channel on all ports, and clears that of the members.
  private func restAll(_ output: inout EventWriter) {
    for index in 0..<16 where ports[index].isMoved || ports[index].sentChannel != 255 {
      rest(index, &output)
      ports[index].sentChannel = 255
      ports[index].forgetExpression()
    }
  }

  /// Resets the expression that was sent on a port, and the bend range to that of the sender, at offset 0.
  private func rest(_ index: Int, _ output: inout EventWriter) {
    let sent = ports[index].sent
    let line = index &<< 4 | Int(ports[index].sentChannel & 15)
    let pattern = ChannelMessage(line: line, isMIDI2: ports[index].sentMIDI2)
    if sent.pitchBend != 1 &<< 31 { output.write(pattern.sibling(0xE0, 0, value: 1 &<< 31), at: 0) }
    if sent.timbre != 1 &<< 31 { output.write(pattern.sibling(0xB0, 74, value: 1 &<< 31), at: 0) }
    if sent.pressure != 0 { output.write(pattern.sibling(0xD0, 0, value: 0), at: 0) }
    ports[index].sent = MPEMember()
    guard ports[index].sentBendRange != 0 else { return }
    ports[index].sentBendRange = 0
    setRange(senderRange(ports + index), ports + index, pattern, at: 0, &output)
  }

  func release(_ output: inout EventWriter) {
    held.pointee.releaseAll(at: 0, &output)
    pedals.pointee.releaseAll(&output)
    restAll(&output)
    for port in 0..<16 {
      for channel in 0..<16 { ports[port].members[channel].notes = 0 }
    }
  }

  func reset() {
    held.pointee.reset()
    pedals.pointee.reset()
    for port in 0..<16 { ports[port].reset() }
  }

  func isIdle() -> Bool {
    guard held.pointee.isEmpty, pedals.pointee.isEmpty else { return false }
    for index in 0..<16 where ports[index].isMoved || ports[index].sentChannel != 255 { return false }
    return true
  }
}
