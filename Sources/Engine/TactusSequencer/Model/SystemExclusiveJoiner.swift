import TactusMIDI

/// Joins packets to system-exclusive messages, for each port separately.
///
/// Packets without a beginning are dropped, and so are messages of more than
/// ``SequencerSettings/systemExclusiveLimit`` bytes.
struct SystemExclusiveJoiner {
  /// The bytes received so far, by port.
  private var open: [UInt8: [UInt8]] = [:]

  /// Adds a packet. Returns the message that it completes.
  mutating func add(_ packet: ChannelMessage) -> ClipMessage.Content? {
    if packet.beginsSystemExclusive { open[packet.port] = [] }
    guard var bytes = open.removeValue(forKey: packet.port), let form = packet.packetForm else { return nil }
    bytes += (0..<packet.packetByteCount).map { packet.packetByte($0) }
    guard bytes.count <= SequencerSettings.systemExclusiveLimit else { return nil }
    if form == .whole || form == .end { return .systemExclusive(bytes, port: packet.port) }
    open[packet.port] = bytes
    return nil
  }
}
