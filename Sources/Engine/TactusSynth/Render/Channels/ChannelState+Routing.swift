import TactusMIDI

// Routes messages from ports to parts.

extension ChannelState {
  /// Receives a message: a packet of a system-exclusive message, or a channel message for the parts that receive its
  /// channel.
  mutating func receive(_ message: ChannelMessage) {
    if message.isSystemExclusive { return assemble(message) }
    guard ports[Int(message.port)].isPlain else { return route(message) }
    pass(message, to: Int(message.port) &* 16 &+ Int(message.channel))
  }

  /// Passes a message to each part of its port that receives its channel and its kind.
  private mutating func route(_ message: ChannelMessage) {
    let messages = message.translatedToMIDI1()
    var index = 0
    while index < messages.endIndex {
      let one = messages.message(index)
      for part in 0..<16 { route(one, to: part) }
      index &+= 1
    }
  }

  private mutating func route(_ message: ChannelMessage, to part: Int) {
    let partIndex = Int(message.port) &* 16 &+ part
    guard parts[partIndex].channel == message.channel, parts[partIndex].takes(message) else { return }
    let startsNote = message.status & 0xF0 == 0x90 && message.data2 > 0
    pass(
      ChannelMessage(
        status: message.status & 0xF0 | UInt8(truncatingIfNeeded: part), message.data1,
        startsNote ? parts[partIndex].scaledVelocity(message.data2) : message.data2, port: message.port), to: partIndex)
  }

  private mutating func pass(_ message: ChannelMessage, to part: Int) {
    if parts[part].missing >= 0, message.status & 0xF0 == 0x90, message.isMIDI2 || message.data2 > 0 {
      noteMissing(part)
    }
    handle(message)
  }
}
