import TactusMIDI

/// Converts messages to the bytes that are transmitted. For each port, the packets of a system-exclusive message are
/// joined.
package struct PacketsJoined {
  private var writers: [UInt8: MIDIStreamWriter] = [:]
  private var open: [UInt8: [UInt8]] = [:]

  /// Creates a converter that has received nothing.
  package init() {}

  /// Returns the bytes of a message, starting with its status or F0; for a MIDI 2.0 message, those of its two words.
  ///
  /// - Returns: nil for incomplete messages, for messages without bytes, and for system-exclusive messages of more than
  ///   ``SequencerSettings/systemExclusiveLimit`` bytes.
  package mutating func bytes(of message: ChannelMessage) -> [UInt8]? {
    if message.isMIDI2 { return (0..<8).map { UniversalPacket(message).byte($0) } }
    let bytes = Array(writers[message.port, default: MIDIStreamWriter()].bytes(of: message))
    guard message.isSystemExclusive else { return bytes.isEmpty ? nil : bytes }
    if bytes.first == 0xF0 { open[message.port] = [] }
    open[message.port]? += bytes
    // F0 and F7 do not count
    if open[message.port]?.count ?? 0 > SequencerSettings.systemExclusiveLimit + 2 { open[message.port] = nil }
    return bytes.last == 0xF7 ? open.removeValue(forKey: message.port) : nil
  }

  /// Returns the content of a clip's message for the system-exclusive message that a packet completes; otherwise nil.
  mutating func clipContent(of packet: ChannelMessage) -> ClipMessage.Content? {
    bytes(of: packet).map { .systemExclusive(Array($0.dropFirst().dropLast()), port: packet.port) }
  }
}
