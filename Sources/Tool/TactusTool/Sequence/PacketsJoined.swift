import TactusMIDI

/// Returns the bytes of messages as transmitted; system-exclusive packets are joined, separately for each port.
struct PacketsJoined {
  private var writers: [UInt8: MIDIStreamWriter] = [:]
  private var open: [UInt8: [UInt8]] = [:]

  /// Returns the bytes of a message from its status or F0 on, or a MIDI 2.0 message as its two words; nil for
  /// incomplete messages and those without bytes.
  mutating func bytes(of message: ChannelMessage) -> [UInt8]? {
    if message.isMIDI2 { return (0..<8).map { UniversalPacket(message).byte($0) } }
    let bytes = Array(writers[message.port, default: MIDIStreamWriter()].bytes(of: message))
    guard message.isSystemExclusive else { return bytes.isEmpty ? nil : bytes }
    if bytes.first == 0xF0 { open[message.port] = [] }
    open[message.port]? += bytes
    return bytes.last == 0xF7 ? open.removeValue(forKey: message.port) : nil
  }
}
