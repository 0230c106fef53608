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
      endNotes(message, at: offset, &output)
      if !isBypassed { choose(ports + Int(message.port), message, at: offset, &output) }
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
    held.pointee.start(
      noteOn.with(channel: channel), isLast: true, mark: zone.mark, for: noteOn.keyIndex, at: offset, &output)
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
  func ranges(_ port: UnsafeMutablePointer<MPEPort>) -> (manager: Int32, member: Int32) {
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

  /// Handles a message of the zone that ends all notes.
  private func endAll(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    endNotes(message, at: offset, &output)
    output.endPassed(channelOf: message, at: offset)
    guard message.channel == zone.manager else {
      choose(ports + Int(message.port), message, at: offset, &output)
      return
    }
    for index in 0..<zone.members {
      output.endPassed(channelOf: message.with(channel: zone.member(index)), at: offset)
    }
    output.write(message.with(channel: channel), at: offset)
  }

  /// Ends all notes that the effect has started for a message's channel. A message on the manager channel applies to the
  /// whole zone. A message on a channel that was the manager when notes began applies to these notes, even if their
  /// channels are no longer members.
  private func endNotes(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    endChannel(message, at: offset, &output)
    if message.channel == zone.manager {
      for index in 0..<zone.members { endChannel(message.with(channel: zone.member(index)), at: offset, &output) }
    }
    guard let mark = MPEZone.mark(manager: message.channel), !held.pointee.isEmpty else { return }
    for channel in 0..<16 as Range<UInt8> {
      let count = held.pointee.releaseChannel(
        of: message.with(channel: channel), marked: mark, at: offset, &output)
      let member = ports[Int(message.port)].members + Int(channel)
      member.pointee.notes = max(0, member.pointee.notes &- count)
    }
  }

  private func endChannel(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    held.pointee.releaseChannel(of: message, at: offset, &output)
    ports[Int(message.port)].members[Int(message.channel)].notes = 0
  }

  // MARK: Life cycle

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
