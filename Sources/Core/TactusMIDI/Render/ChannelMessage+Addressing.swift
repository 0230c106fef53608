// Reads and changes the address of a message: port, channel and key.

extension ChannelMessage {
  /// The number of distinct note addresses: ports · channels · keys.
  @inlinable package static var keyIndexCount: Int { 16 * 16 * 128 }

  /// Whether the message is for one key: a note-on or -off, key pressure, or a MIDI 2.0 per-note message.
  @inlinable package var isForKey: Bool {
    let high = status & 0xF0
    if isMIDI1 { return high >= 0x80 && high <= 0xA0 }
    return isMIDI2 && (high >= 0x80 && high <= 0xA0 || high <= 0x10 || high == 0x60 || high == 0xF0)
  }

  /// The index of the message's note address (port, channel and key), 0 ..< 2¹⁵.
  @inlinable package var keyIndex: Int {
    Int(truncatingIfNeeded: word0 &>> 24 & 15) &<< 11 | Int(truncatingIfNeeded: word0 &>> 16 & 15) &<< 7
      | Int(truncatingIfNeeded: word0 &>> 8 & 127)
  }

  /// The index of the message's port and channel, 0…255.
  @inlinable package var channelIndex: Int { keyIndex &>> 7 }

  /// The index of the lowest key of the message's port and channel.
  @inlinable package var firstKeyIndex: Int { keyIndex & ~127 }

  /// The bits of the first word that hold port, channel and key.
  @inlinable package static var addressMask: UInt32 { 0x0F0F_7F00 }

  /// Returns the message with another port, channel and key.
  ///
  /// - Parameter address: a first packet word; only the bits of ``addressMask`` are used.
  @inlinable package func moved(to address: UInt32) -> ChannelMessage {
    ChannelMessage(word0: word0 & ~Self.addressMask | address & Self.addressMask, word1: word1)
  }

  /// Returns the message with another key, 0…127 (masked). Use it only for notes and key pressure, and for the per-note
  /// messages of MIDI 2.0; other messages have no key.
  /// - Thread: any
  @inlinable public func with(key: UInt8) -> ChannelMessage {
    ChannelMessage(word0: word0 & ~0x7F00 | UInt32(key & 127) &<< 8, word1: word1)
  }

  /// Returns the message on another channel, 0…15 (masked). Use it only for channel messages; see ``isSystem`` and
  /// ``isSystemExclusive``.
  /// - Thread: any
  @inlinable public func with(channel: UInt8) -> ChannelMessage {
    ChannelMessage(word0: word0 & ~0x000F_0000 | UInt32(channel & 15) &<< 16, word1: word1)
  }

  /// Returns the message on another port, 0…15 (masked).
  /// - Thread: any
  @inlinable public func with(port: UInt8) -> ChannelMessage {
    ChannelMessage(word0: word0 & ~0x0F00_0000 | UInt32(port & 15) &<< 24, word1: word1)
  }

  /// Whether this is a channel message of MIDI 1.0 or 2.0.
  @inlinable package var isForChannel: Bool { isMIDI1 || isMIDI2 }

  /// Whether the message ends all notes of its channel: "all sound off", "all notes off" and the mode changes.
  @inlinable package var endsAllNotes: Bool {
    isForChannel && status & 0xF0 == 0xB0 && (data1 == 120 || data1 >= 123)
  }
}

// MARK: Velocity and pedals

extension ChannelMessage {
  /// The velocity of a note in 16 bits; a MIDI 1.0 velocity is scaled up.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func velocity16() -> UInt16 {
    isMIDI2 ? UInt16(truncatingIfNeeded: word1 &>> 16) : ValueScaling.up16(data2)
  }

  /// Returns the note with another velocity, in 16 bits. A MIDI 1.0 note-on never gets velocity 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func with(velocity16 velocity: UInt16) -> ChannelMessage {
    if isMIDI2 { return ChannelMessage(word0: word0, word1: word1 & 0xFFFF | UInt32(velocity) &<< 16) }
    let scaled = UInt32(velocity) &>> 9
    let least: UInt32 = status & 0xF0 == 0x90 ? 1 : 0
    return ChannelMessage(word0: word0 & ~127 | (scaled < least ? least : scaled), word1: word1)
  }

  /// Whether this is a sustain pedal message.
  @inlinable package var isPedal: Bool { isForChannel && status & 0xF0 == 0xB0 && data1 == 64 }

  /// Whether the message resets all controllers of its channel, pedals included.
  @inlinable package var resetsControllers: Bool { isForChannel && status & 0xF0 == 0xB0 && data1 == 121 }

  /// Whether the value of a pedal controller means that the pedal is down.
  @inlinable package var isPedalDown: Bool { isMIDI2 ? word1 &>> 31 == 1 : data2 >= 64 }

  /// The note-off, with medium velocity, that ends this note-on. It has the same key, channel and port, and is a message
  /// of the same version of MIDI.
  /// - Thread: any
  @inlinable public var noteOff: ChannelMessage {
    isMIDI2
      ? ChannelMessage(word0: word0 & ~0x00F0_00FF | 0x0080_0000, word1: 0x8000_0000)
      : ChannelMessage(word0: word0 & ~0x00F0_007F | 0x0080_0040, word1: 0)
  }
}
