import TactusMIDI
import TactusRender

/// ``MPEToChannel`` at work.
struct MPEToChannelStage: FunctionStage {
  var isBypassed: Bool
  let zone: MPEZone
  let channel: UInt8
  let takesNewest: Bool
  /// Semitones.
  let memberRange: Int64
  /// Semitones.
  let managerRange: Int64
  /// Semitones.
  let receiverRange: Int64
  let held: UnsafeMutablePointer<HeldNotes>
  /// 16 ports.
  let ports: UnsafeMutablePointer<MPEPort>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if message.endsNote {
      end(message, at: offset, &output)
    } else if isBypassed || !message.isForChannel || !zone.contains(message.channel) {
      pass(message, at: offset, &output)
    } else if message.startsNote {
      start(message, at: offset, &output)
    } else if message.isForKey {
      // members have no pressure of keys
      if message.status & 0xF0 != 0xA0 || message.channel == zone.manager {
        held.pointee.pass(message, at: offset, &output)
      }
    } else {
      move(message, at: offset, &output)
    }
  }

  /// What the zone has nothing to do with; what has been begun is ended all the same.
  private func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if message.endsAllNotes { held.pointee.releaseChannel(of: message, at: offset, &output) }
    if message.startsNote, held.pointee.isHeld(message.place) {
      guard held.pointee.room > 0, output.hasRoom() else {
        output.drop()
        return
      }
      output.write(message, at: offset)
      held.pointee.add(
        HeldNotes.Part(address: message.word0, isSounding: true, isLast: true), at: message.place)
    } else if message.isForKey {
      held.pointee.pass(message, at: offset, &output)
    } else {
      output.write(message, at: offset)
    }
  }

  // MARK: Notes

  private func start(_ noteOn: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard held.pointee.room > 0, output.hasRoom(for: 4) else {
      output.drop()
      return
    }
    let port = ports + Int(noteOn.port)
    let member = port.pointee.members + Int(noteOn.channel)
    if member.pointee.notes == 0 || takesNewest { member.pointee.began = port.pointee.moment }
    member.pointee.notes &+= 1
    port.pointee.moment &+= 1
    choose(port, noteOn, at: offset, &output)
    let note = noteOn.with(channel: channel)
    output.write(note, at: offset)
    held.pointee.add(HeldNotes.Part(address: note.word0, isSounding: true, isLast: true), at: noteOn.place)
  }

  private func end(_ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let isOurs = held.pointee.isHeld(noteOff.place)
    held.pointee.release(noteOff, at: offset, &output)
    guard isOurs else { return }
    let port = ports + Int(noteOff.port)
    let member = port.pointee.members + Int(noteOff.channel)
    if member.pointee.notes > 0 { member.pointee.notes &-= 1 }
    if !isBypassed { choose(port, noteOff, at: offset, &output) }
  }

  /// Lets another channel lead if need be; without notes the last one goes on.
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
    } else if kind == 0xE0 {
      member.pointee.wheel = message.value32
      send(port, message, at: offset, &output)
    } else if isManager {
      if !isConfiguration(message, port) { output.write(message.with(channel: channel), at: offset) }
    } else if kind == 0xD0 {
      member.pointee.pressure = message.value32
      send(port, message, at: offset, &output)
    } else if kind == 0xB0, message.data1 == 74 {
      member.pointee.timbre = message.value32
      send(port, message, at: offset, &output)
    }
  }

  /// Whether a message sets the zone or a bend range, which are no matter of the receiver's.
  private func isConfiguration(_ message: ChannelMessage, _ port: UnsafeMutablePointer<MPEPort>) -> Bool {
    if let change = port.pointee.selection.take(message) {
      return change.isRegistered && (change.number == 0 || change.number == 6)
    }
    guard message.isMIDI2, message.status & 0xF0 == 0x20 else { return false }
    let number = message.word0 & 0x7F7F
    return number == 0 || number == 6
  }

  /// On the manager channel it is meant for the whole zone.
  private func endAll(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let members = ports[Int(message.port)].members
    held.pointee.releaseChannel(of: message, at: offset, &output)
    members[Int(message.channel)].notes = 0
    guard message.channel == zone.manager else { return }
    for index in 0..<zone.members {
      held.pointee.releaseChannel(of: message.with(channel: zone.member(index)), at: offset, &output)
      members[Int(zone.member(index))].notes = 0
    }
    output.write(message.with(channel: channel), at: offset)
  }

  /// Sends what is different from what has been sent: bend, controller 74, pressure.
  private func send(
    _ port: UnsafeMutablePointer<MPEPort>, _ pattern: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let pattern = pattern.with(channel: channel)
    let leads = port.pointee.leader != 255
    let leader = leads ? port.pointee.members[Int(port.pointee.leader)] : MPEMember()
    let wheel = bend(port.pointee.members[Int(zone.manager)].wheel, leader.wheel, isMIDI2: pattern.isMIDI2)
    if wheel != port.pointee.sent.wheel {
      port.pointee.sent.wheel = wheel
      output.write(pattern.sibling(0xE0, 0, value: wheel), at: offset)
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

  /// The sum of two bends in the receiver's range, 32 bits; the centre stays the centre.
  private func bend(_ manager: UInt32, _ member: UInt32, isMIDI2: Bool) -> UInt32 {
    // MIDI 1.0 is reckoned in its own 14 bits, so that nothing is cut twice
    let shift: UInt32 = isMIDI2 ? 0 : 18
    let centre: Int64 = 1 &<< Int64(31 &- shift)
    let first = (Int64(manager &>> shift) &- centre) &* managerRange
    let second = (Int64(member &>> shift) &- centre) &* memberRange
    let sum = 2 &* (first &+ second)
    let half = sum < 0 ? 0 &- receiverRange : receiverRange
    let bent = max(0, min(centre &+ (sum &+ half) / (2 &* receiverRange), 2 &* centre &- 1))
    if isMIDI2 { return UInt32(truncatingIfNeeded: bent) }
    return ValueScaling.up32(fourteenBits: UInt16(truncatingIfNeeded: bent))
  }

  func release(_ output: inout EventWriter) {
    held.pointee.releaseAll(at: 0, &output)
    for port in 0..<16 {
      for channel in 0..<16 { ports[port].members[channel].notes = 0 }
    }
  }

  func reset() {
    held.pointee.reset()
    for port in 0..<16 { ports[port].reset() }
  }

  func isIdle() -> Bool { held.pointee.isEmpty }
}
