import TactusMIDI

/// The bytes of messages as they go over a wire; the packets of system-exclusive ones put together, each port's by
/// themselves.
struct PacketsJoined {
  private var writers: [UInt8: MIDIStreamWriter] = [:]
  private var open: [UInt8: [UInt8]] = [:]

  /// The bytes of a message, from its status or F0 on, or a message of MIDI 2.0 as its two words; nil while packets of it
  /// are to come, and where it has none.
  mutating func bytes(of message: ChannelMessage) -> [UInt8]? {
    if message.isMIDI2 { return (0..<8).map { UniversalPacket(message).byte($0) } }
    let bytes = Array(writers[message.port, default: MIDIStreamWriter()].bytes(of: message))
    guard message.isSystemExclusive else { return bytes.isEmpty ? nil : bytes }
    if bytes.first == 0xF0 { open[message.port] = [] }
    open[message.port]? += bytes
    return bytes.last == 0xF7 ? open.removeValue(forKey: message.port) : nil
  }
}
