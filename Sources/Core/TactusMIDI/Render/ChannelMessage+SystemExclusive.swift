// System-exclusive messages in eight bytes: packets of message type 3 with up to six data bytes each.

extension ChannelMessage {
  /// The part of a system-exclusive message that a packet contains.
  public enum PacketForm: Sendable {
    /// The whole message.
    case whole
    /// The first packet of several.
    case start
    /// A packet that is neither the first nor the last.
    case middle
    /// The last packet of several.
    case end
  }

  /// Whether this is a packet of a system-exclusive message (message type 3) rather than a channel message.
  ///
  /// Source: M2-104-UM §7.7, 7-bit system-exclusive data.
  @inlinable public var isSystemExclusive: Bool { word0 &>> 28 == 3 }

  /// The part of its system-exclusive message that this packet contains; nil for undefined forms.
  @inlinable public var packetForm: PacketForm? {
    switch word0 &>> 20 & 15 {
    case 0: .whole
    case 1: .start
    case 2: .middle
    case 3: .end
    default: nil
    }
  }

  /// The number of data bytes in the packet, 0…6; a larger declared count is clamped to six.
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
