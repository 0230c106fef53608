import TactusMIDI
import TactusRender

// What `mpeToChannel` sends for the expression of the members: its values, its bend range, and their rest values.

extension MPEToChannelStage {
  /// Sends bend, controller 74 and pressure if they differ from the values sent last.
  func send(
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

  /// Returns the bend of manager and member together, as a 32-bit pitch-bend value in the receiver's bend range. If both
  /// are centered, so is the result.
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
  func changeChannel(_ output: inout EventWriter) {
    for index in 0..<16 {
      let port = ports + index
      guard port.pointee.sentChannel != 255, port.pointee.sentChannel != channel else { continue }
      rest(index, &output)
      send(port, ChannelMessage(line: index &<< 4, isMIDI2: port.pointee.sentMIDI2), at: 0, &output)
    }
  }

  /// Resets the expression of the output channel on all ports, and clears that of the members.
  func restAll(_ output: inout EventWriter) {
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
}
