// System common and real-time messages in the same eight bytes: packets of message type 1.

extension ChannelMessage {
  /// A system common or real-time message: MIDI time code, song position, clock, start, stop and the like.
  ///
  /// - Parameters:
  ///   - system: its status, 0xF1…0xFF but neither 0xF0 nor 0xF7; the upper four bits are set if they are missing.
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

  /// Whether this is no channel message but a system common or real-time message (message type 1). It has no ``kind``.
  @inlinable public var isSystem: Bool { word0 &>> 28 == 1 }
}
