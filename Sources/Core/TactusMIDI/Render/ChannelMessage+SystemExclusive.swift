// System-exclusive messages in eight bytes: packets of message type 3 with up to six data bytes each.

extension ChannelMessage {
  /// What a packet is of its message.
  public enum PacketForm: Sendable {
    /// All of it.
    case whole
    /// The first of several.
    case start
    /// Neither the first nor the last.
    case middle
    /// The last of several.
    case end
  }

  /// Whether this is no channel message but a packet of a system-exclusive message (message type 3).
  ///
  /// Source: M2-104-UM §7.7, 7-bit system-exclusive data.
  @inlinable public var isSystemExclusive: Bool { word0 &>> 28 == 3 }

  /// What this packet is of its system-exclusive message; nil for forms that are not defined.
  @inlinable public var packetForm: PacketForm? {
    switch word0 &>> 20 & 15 {
    case 0: .whole
    case 1: .start
    case 2: .middle
    case 3: .end
    default: nil
    }
  }

  /// How many data bytes the packet holds, 0…6; a packet that claims more holds six.
  @inlinable public var packetByteCount: Int {
    let count = Int(truncatingIfNeeded: word0 &>> 16 & 15)
    return count < 6 ? count : 6
  }

  /// A data byte of the packet, 0…127.
  ///
  /// - Parameter index: 0…5, in the order of the message.
  @inlinable public func packetByte(_ index: Int) -> UInt8 {
    let word = index < 2 ? word0 : word1
    let shift = index < 2 ? 8 &- 8 &* index : 40 &- 8 &* index
    return UInt8(truncatingIfNeeded: word &>> UInt32(truncatingIfNeeded: shift)) & 127
  }
}
