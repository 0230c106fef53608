// System common and real-time messages in the same eight bytes: packets of message type 1.

extension ChannelMessage {
  /// Creates a system common or real-time message: MIDI time code, song position, clock, start, stop and so on.
  ///
  /// - Parameters:
  ///   - system: the status, 0xF1…0xFF except 0xF7; the upper four bits are set if they are missing.
  ///   - data1: first data byte, masked to 0…127.
  ///   - data2: second data byte, masked to 0…127.
  ///   - port: 0…15, masked.
  ///
  /// Source: M2-104-UM §7.6.
  /// - Thread: any
  @inlinable public init(system: UInt8, _ data1: UInt8 = 0, _ data2: UInt8 = 0, port: UInt8 = 0) {
    let status = UInt32(system | 0xF0) &<< 16
    self.init(
      word0: 0x1000_0000 | UInt32(port & 15) &<< 24 | status | UInt32(data1 & 127) &<< 8 | UInt32(data2 & 127),
      word1: 0)
  }

  /// Whether this is a system common or real-time message (message type 1) rather than a channel message. Its ``kind``
  /// is nil.
  @inlinable public var isSystem: Bool { word0 &>> 28 == 1 }
}

extension ChannelMessage {
  /// The length of a system message in a MIDI 1.0 stream: three bytes for song position, two for time code and song
  /// select, otherwise one.
  ///
  /// - Thread: any
  @inlinable public var systemByteCount: Int { status == 0xF2 ? 3 : status == 0xF1 || status == 0xF3 ? 2 : 1 }

  /// Whether MIDI 1.0 defines this system message. False for F4, F5, F9 and FD, and for F0 and F7, which enclose
  /// system-exclusive data.
  ///
  /// - Thread: any
  @inlinable public var isDefinedSystem: Bool {
    switch status {
    case 0xF1, 0xF2, 0xF3, 0xF6, 0xF8, 0xFA, 0xFB, 0xFC, 0xFE, 0xFF: isSystem
    default: false
    }
  }

  /// Whether this is a real-time message, F8…FF, which may occur anywhere in a stream.
  ///
  /// - Thread: any
  @inlinable public var isRealTime: Bool { isSystem && status >= 0xF8 }
}
