/// A channel-voice message in eight bytes, laid out as a Universal MIDI Packet so that the same type holds MIDI 1.0
/// messages (message type 2, one word) and MIDI 2.0 messages (type 4, two words). The packet's group is the port.
///
/// A packet of a system-exclusive message (type 3) also fits, and keeps its order among the channel messages: see
/// ``isSystemExclusive`` and ``SystemExclusivePackets``. Its ``kind`` is nil.
///
/// Source: M2-104-UM, Universal MIDI Packet format.
public struct ChannelMessage: Hashable, Sendable, BitwiseCopyable {
  /// The first packet word: type, group, status, channel, and for MIDI 1.0 both data bytes.
  public var word0: UInt32
  /// The second packet word: zero for MIDI 1.0.
  public var word1: UInt32

  /// Creates a MIDI 1.0 message from its bytes.
  ///
  /// - Parameters:
  ///   - status: the status byte with its channel, 0x80…0xEF; the top bit is set if it is missing.
  ///   - data1: first data byte, masked to 0…127.
  ///   - data2: second data byte, masked to 0…127; ignored by receivers of program change and channel pressure.
  ///   - port: 0…15, masked.
  /// - Thread: any
  @inlinable public init(status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0, port: UInt8 = 0) {
    word0 =
      0x2000_0000 | UInt32(port & 15) &<< 24 | UInt32(status | 0x80) &<< 16 | UInt32(data1 & 127) &<< 8
      | UInt32(data2 & 127)
    word1 = 0
  }

  /// The status byte with its channel.
  @inlinable public var status: UInt8 { UInt8(truncatingIfNeeded: word0 &>> 16) }
  /// The kind of message; nil for status nibbles outside 8…E.
  @inlinable public var kind: Kind? { Kind(rawValue: status & 0xF0) }
  /// The channel, 0…15.
  @inlinable public var channel: UInt8 { status & 15 }
  /// The port (UMP group), 0…15.
  @inlinable public var port: UInt8 { UInt8(truncatingIfNeeded: word0 &>> 24) & 15 }
  /// The first data byte: key, controller, program, pressure, or the low seven bits of the pitch bend.
  @inlinable public var data1: UInt8 { UInt8(truncatingIfNeeded: word0 &>> 8) & 127 }
  /// The second data byte: velocity, value, or the high seven bits of the pitch bend.
  @inlinable public var data2: UInt8 { UInt8(truncatingIfNeeded: word0) & 127 }
  /// The 14-bit pitch bend value, 0…16383, center 8192.
  @inlinable public var pitchBend: Int { Int(data2) &<< 7 | Int(data1) }
  /// The length of the message in a MIDI 1.0 stream: two bytes for program change and channel pressure, otherwise
  /// three.
  @inlinable public var byteCount: Int { status & 0xE0 == 0xC0 ? 2 : 3 }

  /// The kinds of channel-voice message, by status nibble.
  public enum Kind: UInt8, Sendable {
    case noteOff = 0x80
    case noteOn = 0x90
    case keyPressure = 0xA0
    case controller = 0xB0
    case program = 0xC0
    case channelPressure = 0xD0
    case pitchBend = 0xE0
  }
}
