import TactusMIDI

/// A zone of ``Zones``.
struct CompiledZone: BitwiseCopyable {
  let from: UInt16
  let keys: (UInt8, UInt8)
  let velocities: (UInt8, UInt8)
  /// The output channel; −1 keeps the message's channel.
  let channel: Int8
  /// The output port; −1 keeps the message's port.
  let port: Int8
  let transpose: Int16
  let spreads: Bool
  /// The bounds of the output velocities in 16 bits.
  let spread: (UInt16, UInt16)
  let takesControllers: Bool

  func isFrom(_ message: ChannelMessage) -> Bool { from &>> UInt16(message.channel) & 1 == 1 }

  func moved(_ message: ChannelMessage) -> ChannelMessage {
    var moved = message
    if channel >= 0 { moved = moved.with(channel: UInt8(bitPattern: channel)) }
    return port >= 0 ? moved.with(port: UInt8(bitPattern: port)) : moved
  }

  /// Returns the note-on as the zone transforms it; nil if the zone does not contain it.
  func note(_ noteOn: ChannelMessage) -> ChannelMessage? {
    let (key, velocity) = (noteOn.data1, noteOn.velocity7)
    guard isFrom(noteOn), key >= keys.0, key <= keys.1, velocity >= velocities.0, velocity <= velocities.1 else {
      return nil
    }
    let target = Int(key) &+ Int(transpose)
    guard target >= 0, target < 128 else { return nil }
    let note = moved(noteOn).with(key: UInt8(truncatingIfNeeded: target))
    return spreads ? note.with(velocity16: spreadVelocity(noteOn.velocity16)) : note
  }

  private func spreadVelocity(_ velocity: UInt16) -> UInt16 {
    let (low, high) = (Int(ValueScaling.up16(velocities.0)), Int(ValueScaling.up16(velocities.1)))
    let (first, last) = (Int(spread.0), Int(spread.1))
    guard high > low else { return spread.1 }
    let step = max(0, min(Int(velocity) &- low, high &- low))
    return UInt16(truncatingIfNeeded: first &+ (last &- first) &* step / (high &- low))
  }
}

/// Runs ``Zones`` in a chain.
struct ZoneMapping: NoteMapping {
  let zones: UnsafePointer<CompiledZone>
  let count: Int
  let pedals: UnsafeMutablePointer<HeldPedals>

  func map(_ noteOn: ChannelMessage, _ targets: inout NoteTargets) {
    for index in 0..<count {
      if let note = zones[index].note(noteOn) { targets.add(note) }
    }
  }

  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    guard message.isForChannel else {
      output.write(message, at: offset)
      return
    }
    let slot = pedals.pointee.slot(message)
    var (isUnchanged, destinations) = (false, ChannelSet())
    for index in 0..<count where takes(index, message) {
      let moved = zones[index].moved(message)
      output.write(moved, at: offset)
      if let slot { pedals.pointee.sent(moved, from: slot) }
      if moved.line == message.line { isUnchanged = true }
      destinations.insert(moved.line)
    }
    if !destinations.isEmpty() { pedals.pointee.follow(reset: message, sentTo: destinations, at: offset, &output) }
    if let slot { pedals.pointee.settle(message, from: slot, isUnchanged: isUnchanged, at: offset, &output) }
  }

  /// Whether a zone accepts a message and no earlier zone sends it to the same channel.
  private func takes(_ index: Int, _ message: ChannelMessage) -> Bool {
    guard zones[index].takesControllers, zones[index].isFrom(message) else { return false }
    let line = zones[index].moved(message).line
    for earlier in 0..<index where zones[earlier].takesControllers && zones[earlier].isFrom(message) {
      if zones[earlier].moved(message).line == line { return false }
    }
    return true
  }

  func passBypassed(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    pedals.pointee.pass(message, at: offset, &output)
  }

  func release(_ output: inout EventWriter) { pedals.pointee.releaseAll(&output) }
  func reset() { pedals.pointee.reset() }
  func isIdle() -> Bool { pedals.pointee.isEmpty }
}
