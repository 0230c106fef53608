import TactusMIDI

/// The program numbers that a score may select. A bank that plays only this score needs no regions for other programs;
/// see ``SoundBank``.
///
/// The set may contain more programs than the score selects, but never fewer: it contains program 0, which parts have
/// at power-on and which replaces missing ones, the programs of all program changes, and every byte of system-exclusive
/// messages, because these can select programs too.
/// - Thread: any
package struct ProgramSet: Sendable {
  /// Bit n stands for program n.
  private var low: UInt64 = 1
  /// Bit n stands for program 64 + n.
  private var high: UInt64 = 0

  package init() {}

  /// Adds the programs that a message may select.
  package mutating func insert(_ message: ChannelMessage) {
    if message.isSystemExclusive {
      for index in 0..<message.packetByteCount { insert(message.packetByte(index)) }
    } else if message.status & 0xF0 == 0xC0 {
      for message in message.midi1 where message.status & 0xF0 == 0xC0 { insert(message.data1) }
    }
  }

  private mutating func insert(_ program: UInt8) {
    if program & 64 == 0 { low |= 1 << UInt64(program & 63) } else { high |= 1 << UInt64(program & 63) }
  }

  func contains(_ program: Int) -> Bool {
    (program & 64 == 0 ? low : high) >> UInt64(program & 63) & 1 != 0
  }
}
