import TactusMIDI
import TactusRender

/// Runs ``ChannelToMPE`` in a chain.
struct ChannelToMPEStage: EffectStage {
  var isBypassed: Bool
  let zone: MPEZone
  /// The channel that is converted to the zone; −1 for all channels.
  let channel: Int8
  /// The bend range of the manager channel in semitones, used until the sender sets another.
  let managerRange: UInt8
  /// The members' bend range in semitones.
  let memberRange: UInt8
  let held: UnsafeMutablePointer<HeldNotes>
  /// The state of 16 ports.
  let ports: UnsafeMutablePointer<MPEPort>
  let pedals: UnsafeMutablePointer<HeldPedals>
  let targets: UnsafeMutablePointer<ChannelMessage>

  func render(_ cycle: StageCycle, _ input: EventList, _ output: inout EventWriter) {
    if isBypassed { dissolve(at: 0, &output) }
    for event in input { take(event.message, at: event.offset, &output) }
  }

  private func isMeant(_ message: ChannelMessage) -> Bool { !isBypassed && isFromSender(message) }

  /// Whether a message is on a channel that the effect converts unless it is bypassed.
  private func isFromSender(_ message: ChannelMessage) -> Bool {
    message.isForChannel && (channel < 0 || UInt8(bitPattern: channel) == message.channel)
  }

  private func take(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if message.endsNote {
      end(message, at: offset, &output)
    } else if message.startsNote {
      start(message, at: offset, &output)
    } else if message.isForKey {
      press(message, at: offset, &output)
    } else {
      if message.endsAllNotes {
        endAll(message, at: offset, &output)
        if isBypassed { dissolve(at: offset, &output) }
      }
      let isMeant = isMeant(message)
      if isMeant { prepareReceiver(for: message, at: offset, &output) }
      listen(message)
      guard isMeant else {
        pedals.pointee.pass(message, at: offset, &output)
        return
      }
      pedals.pointee.write(message, as: message.with(channel: zone.manager), at: offset, &output)
      if message.endsAllNotes { output.endPassed(channelOf: message, at: offset) }
    }
  }

  // MARK: Notes

  private func start(_ noteOn: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    var list = NoteTargets(targets)
    guard isMeant(noteOn) else {
      // A note that no note of the zone can share a channel and key with passes unchanged, as does its note-off.
      if !isBypassed && zone.contains(noteOn.channel) || held.pointee.mustStore(noteOn) {
        list.add(noteOn)
        held.pointee.start(noteOn, list, at: offset, &output)
      } else {
        output.pass(noteOn, at: offset)
      }
      return
    }
    guard held.pointee.room > 0, output.hasRoom(for: 16) else {
      output.refuse(noteOn)
      return
    }
    let port = ports + Int(noteOn.port)
    sendZone(port, noteOn, at: offset, &output)
    let free = port.pointee.free(zone, key: noteOn.data1)
    let member = port.pointee.members + Int(free)
    let note = noteOn.with(channel: free)
    if member.pointee.notes == 0 {
      output.write(note.sibling(0xE0, 0, value: 1 &<< 31), at: offset)
      output.write(note.sibling(0xB0, 74, value: 1 &<< 31), at: offset)
      output.write(note.sibling(0xD0, 0, value: 0), at: offset)
    }
    member.pointee.notes &+= 1
    member.pointee.key = noteOn.data1
    if zone.isUpper { port.pointee.upperNotes &+= 1 } else { port.pointee.lowerNotes &+= 1 }
    held.pointee.start(
      note, isLast: true, mark: zone.mark, for: noteOn.keyIndex, at: offset, &output)
  }

  private func end(_ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = noteOff.keyIndex
    guard held.pointee.isHeld(keyIndex, besides: output), let part = held.pointee.takeFirst(at: keyIndex) else {
      return output.pass(noteOff, at: offset)
    }
    end(part, noteOff, at: offset, &output)
    if isBypassed { dissolve(at: offset, &output) }
  }

  /// Ends a note. For notes in a zone, the field `onFrame` holds the mark of the zone instead of a frame.
  private func end(
    _ part: HeldNotes.Part, _ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    held.pointee.end(part, noteOff, at: offset, &output)
    guard part.isSounding, part.onFrame > 0 else { return }
    let moved = noteOff.moved(to: part.address)
    let port = ports + Int(moved.port)
    let member = port.pointee.members + Int(moved.channel)
    if member.pointee.notes > 0 { member.pointee.notes &-= 1 }
    port.pointee.moment &+= 1
    member.pointee.freed = port.pointee.moment
    if part.onFrame == 2 { port.pointee.upperNotes &-= 1 } else { port.pointee.lowerNotes &-= 1 }
    dissolveOther(Int(moved.port), at: offset, &output)
  }

  private func endAll(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    output.forgetRefused(channelOf: message)
    var key = 0
    while let part = held.pointee.takeEnded(channelOf: message, from: &key, &output) {
      end(part, noteOff, at: offset, &output)
    }
  }

  /// Converts the pressure and pitch bend of single notes to those of the notes' channels.
  private func press(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let kind = message.status & 0xF0
    let isPressure = kind == 0xA0
    let isBend = kind == 0x60 && message.isMIDI2
    var index = held.pointee.firstIndex(at: message.keyIndex)
    if index < 0 { output.write(message, at: offset) }
    while index >= 0 {
      let part = held.pointee.part(index)
      index = held.pointee.index(after: index)
      guard part.isSounding else { continue }
      let moved = message.moved(to: part.address)
      if isPressure || isBend {
        output.write(moved.sibling(isBend ? 0xE0 : 0xD0, 0, value: message.value32), at: offset)
      } else {
        output.write(moved, at: offset)
      }
    }
  }

  // MARK: The zone

  /// Stores the bend range if the message sets it.
  private func follow(_ message: ChannelMessage) {
    let port = ports + Int(message.port)
    let change = port.pointee.selection.take(message)
    if let cents = message.bendRange(change, from: senderRange(port)) { port.pointee.managerRange = max(1, cents) }
  }

  private func senderRange(_ port: UnsafeMutablePointer<MPEPort>) -> Int32 {
    port.pointee.managerRange > 0 ? port.pointee.managerRange : Int32(managerRange) &* 100
  }

  /// Tracks the sender's parameter selection, bend range and resets while all messages pass the bypassed effect.
  func listen(_ input: EventList) {
    for event in input { listen(event.message) }
  }

  /// Tracks the sender's parameter selection and bend range, also while the effect is bypassed. Discards the stored zone
  /// and bend range of a port if the message resets the receiver; the next message sends the zone again.
  private func listen(_ message: ChannelMessage) {
    let port = ports + Int(message.port)
    if isFromSender(message) {
      follow(message)
      if isBypassed, message.setsParameter, message.channel != zone.manager { port.pointee.hasMissedParameters = true }
    } else if !message.isForChannel, port.pointee.resets.take(message) {
      port.pointee.forgetReceiver()
    }
  }

  /// Sends the sender's bend range and parameter selection to the manager channel if they have changed while the effect
  /// was bypassed. It also sends the members' bend range again, because the sender's range may have reached a member
  /// channel, where it applies to all members.
  private func sendMissedParameters(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let port = ports + Int(message.port)
    guard port.pointee.hasMissedParameters, output.hasRoom(for: 16) else { return }
    port.pointee.hasMissedParameters = false
    sendRanges(port, message, at: offset, &output)
  }

  private func sendRanges(
    _ port: UnsafeMutablePointer<MPEPort>, _ pattern: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let (manager, member) = (pattern.with(channel: zone.manager), pattern.with(channel: zone.member(0)))
    port.pointee.selection.setBendRange(senderRange(port), as: manager, at: offset, &output)
    ParameterSelection().setBendRange(Int32(memberRange) &* 100, as: member, at: offset, &output)
  }

  /// Sends the zone before a message that is not for a note. A zone ends the notes of its channels in the receiver and
  /// lifts their pedals, so while notes or pedals are held, it waits for the next note-on.
  private func prepareReceiver(for message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if held.pointee.isEmpty, pedals.pointee.isEmpty, !output.hasPassedNotes, output.hasRoom(for: 16) {
      sendZone(ports + Int(message.port), message, at: offset, &output)
    } else {
      sendMissedParameters(message, at: offset, &output)
    }
  }

  /// Sends the zone and its bend ranges to the receiver if they have not been sent.
  private func sendZone(
    _ port: UnsafeMutablePointer<MPEPort>, _ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let ranges = (managerRange, memberRange)
    guard !port.pointee.isSent || port.pointee.sentZone != zone || port.pointee.sentRanges != ranges else {
      return sendMissedParameters(message, at: offset, &output)
    }
    if port.pointee.isSent, port.pointee.sentZone.isUpper != zone.isUpper { port.pointee.isOtherLeaving = true }
    (port.pointee.isSent, port.pointee.sentZone, port.pointee.sentRanges) = (true, zone, ranges)
    port.pointee.hasMissedParameters = false
    dissolveOther(Int(message.port), at: offset, &output)
    let manager = message.with(channel: zone.manager)
    setMembers(zone.members, manager, at: offset, &output)
    sendRanges(port, message, at: offset, &output)
  }

  /// Sends the number of a zone's members to its manager channel; 0 disables the zone.
  private func setMembers(
    _ count: Int, _ manager: ChannelMessage, at offset: Int32, _ output: inout EventWriter
  ) {
    let members = ValueScaling.up32(fourteenBits: UInt16(truncatingIfNeeded: count) &<< 7)
    ports[Int(manager.port)].selection.set(6, isRegistered: true, to: members, as: manager, at: offset, &output)
  }

  /// Disables the other zone, which is no longer used, as soon as none of its notes is held. A zone of 15 members has
  /// disabled it already, and its manager channel is now a member.
  private func dissolveOther(_ index: Int, at offset: Int32, _ output: inout EventWriter) {
    let port = ports + index
    guard port.pointee.isOtherLeaving else { return }
    let isUpper = !port.pointee.sentZone.isUpper
    guard (isUpper ? port.pointee.upperNotes : port.pointee.lowerNotes) == 0 else { return }
    port.pointee.isOtherLeaving = false
    guard port.pointee.sentZone.members < 15 else { return }
    dissolve(MPEZone(isUpper: isUpper, members: 0), index, at: offset, &output)
  }

  private func dissolve(_ zone: MPEZone, _ index: Int, at offset: Int32, _ output: inout EventWriter) {
    let pattern = ChannelMessage(line: index &<< 4 | Int(zone.manager), isMIDI2: false)
    setMembers(0, pattern, at: offset, &output)
  }

  /// Disables the zones in the receivers as soon as no notes are held.
  private func dissolve(at offset: Int32, _ output: inout EventWriter) {
    guard held.pointee.isEmpty else { return }
    for index in 0..<16 where ports[index].isSent {
      dissolveOther(index, at: offset, &output)
      ports[index].isSent = false
      dissolve(ports[index].sentZone, index, at: offset, &output)
    }
    forgetNotes()
  }

  private func forgetNotes() {
    for port in 0..<16 {
      (ports[port].lowerNotes, ports[port].upperNotes) = (0, 0)
      for channel in 0..<16 { ports[port].members[channel].notes = 0 }
    }
  }

  func release(_ output: inout EventWriter) {
    held.pointee.releaseAll(at: 0, &output)
    pedals.pointee.releaseAll(&output)
    forgetNotes()
    dissolve(at: 0, &output)
  }

  func reset() {
    held.pointee.reset()
    pedals.pointee.reset()
    for port in 0..<16 { ports[port].reset() }
  }

  func isIdle() -> Bool {
    guard held.pointee.isEmpty, pedals.pointee.isEmpty else { return false }
    for index in 0..<16 where ports[index].isSent { return false }
    return true
  }
}
