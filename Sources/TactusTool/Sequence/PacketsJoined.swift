import TactusMIDI

/// Puts the packets of system-exclusive messages together, each port's by themselves.
struct PacketsJoined {
  private var open: [UInt8: [UInt8]] = [:]

  /// The bytes of a message, from its status or F0 on; nil while packets of it are to come.
  mutating func bytes(of message: ChannelMessage) -> [UInt8]? {
    guard message.isSystemExclusive else {
      return [message.status, message.data1] + (message.byteCount == 3 ? [message.data2] : [])
    }
    let bytes = (0..<message.packetByteCount).map { message.packetByte($0) }
    switch message.packetForm {
    case .whole: return [0xF0] + bytes + [0xF7]
    case .start: open[message.port] = [0xF0] + bytes
    case .middle: open[message.port]? += bytes
    case .end: return open.removeValue(forKey: message.port).map { $0 + bytes + [0xF7] }
    case nil: break
    }
    return nil
  }
}
