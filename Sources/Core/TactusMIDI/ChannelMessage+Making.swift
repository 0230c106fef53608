// Channel messages of MIDI 1.0 by name. Channels and ports are counted from 0 and masked to 0…15; keys, controllers,
// programs and values are masked to 0…127, as the bytes of a message are.

extension ChannelMessage {
  /// Creates a note-on.
  ///
  /// - Parameters:
  ///   - key: 0…127; 60 is middle C.
  ///   - velocity: 1…127. In MIDI 1.0, a note-on with velocity 0 is a note-off.
  ///   - channel: 0…15, counted from 0: channel 10 of General MIDI is 9.
  ///   - port: 0…15.
  /// - Thread: any
  @inlinable public static func noteOn(
    _ key: UInt8, velocity: UInt8, channel: UInt8 = 0, port: UInt8 = 0
  ) -> ChannelMessage {
    ChannelMessage(status: 0x90 | channel & 15, key, velocity, port: port)
  }

  /// Creates a note-off.
  ///
  /// - Parameters:
  ///   - key: 0…127; 60 is middle C.
  ///   - velocity: the speed at which the key is released, 0…127; 64 if it was not measured.
  ///   - channel: 0…15, counted from 0.
  ///   - port: 0…15.
  /// - Thread: any
  @inlinable public static func noteOff(
    _ key: UInt8, velocity: UInt8 = 64, channel: UInt8 = 0, port: UInt8 = 0
  ) -> ChannelMessage {
    ChannelMessage(status: 0x80 | channel & 15, key, velocity, port: port)
  }

  /// Creates a key pressure message (polyphonic aftertouch); key and value are 0…127.
  /// - Thread: any
  @inlinable public static func keyPressure(
    _ key: UInt8, _ value: UInt8, channel: UInt8 = 0, port: UInt8 = 0
  ) -> ChannelMessage {
    ChannelMessage(status: 0xA0 | channel & 15, key, value, port: port)
  }

  /// Creates a controller message (control change); number and value are 0…127.
  /// - Thread: any
  @inlinable public static func controller(
    _ number: UInt8, _ value: UInt8, channel: UInt8 = 0, port: UInt8 = 0
  ) -> ChannelMessage {
    ChannelMessage(status: 0xB0 | channel & 15, number, value, port: port)
  }

  /// Creates a program change, 0…127, counted from 0: program 1 of General MIDI is 0.
  /// - Thread: any
  @inlinable public static func program(_ number: UInt8, channel: UInt8 = 0, port: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(status: 0xC0 | channel & 15, number, port: port)
  }

  /// Creates a channel pressure message (aftertouch), 0…127.
  /// - Thread: any
  @inlinable public static func channelPressure(
    _ value: UInt8, channel: UInt8 = 0, port: UInt8 = 0
  ) -> ChannelMessage {
    ChannelMessage(status: 0xD0 | channel & 15, value, port: port)
  }

  /// Creates a pitch bend message.
  ///
  /// - Parameters:
  ///   - value: 0…16,383 (clamped); 8,192 is the center. ``pitchBend`` returns the same value.
  ///   - channel: 0…15, counted from 0.
  ///   - port: 0…15.
  /// - Thread: any
  @inlinable public static func pitchBend(_ value: Int, channel: UInt8 = 0, port: UInt8 = 0) -> ChannelMessage {
    let value = min(max(0, value), 16_383)
    return ChannelMessage(
      status: 0xE0 | channel & 15, UInt8(truncatingIfNeeded: value & 127), UInt8(truncatingIfNeeded: value &>> 7),
      port: port)
  }
}
