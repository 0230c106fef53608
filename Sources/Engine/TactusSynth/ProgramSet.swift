import TactusMIDI

/// The program numbers that a score may select. A bank that plays only this score needs no regions for other programs;
/// see ``SoundBank``.
///
/// The set may contain more programs than the score selects, but never fewer: it contains program 0, which parts have
/// at power-on and which replaces missing ones, the programs of all program changes, and every byte of system-exclusive
/// messages, because these can select programs too. A GS bulk dump, which contains programs as two nibbles, adds all
/// programs.
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
      if Self.mayBeginDump(message) { (low, high) = (.max, .max) }
      for index in 0..<message.packetByteCount { insert(message.packetByte(index)) }
    } else if message.status & 0xF0 == 0xC0 {
      for message in message.midi1 where message.status & 0xF0 == 0xC0 { insert(message.data1) }
    }
  }

  /// Whether a packet may be the first of a message that reaches the addresses of GS bulk dumps, 48 xx xx: of a dump,
  /// `41 dev 42 12 48`, or of a message for the addresses before, `41 dev 42 12 47`, which may be long enough. For the
  /// other port, the addresses are 58 and 57.
  private static func mayBeginDump(_ packet: ChannelMessage) -> Bool {
    guard packet.packetForm == .start else { return false }
    let count = packet.packetByteCount
    if count > 0, packet.packetByte(0) != 0x41 { return false }
    guard count >= 5 else { return true }
    let block = packet.packetByte(4) & ~0x10
    return packet.packetByte(3) == 0x12 && (block == 0x47 || block == 0x48)
  }

  private mutating func insert(_ program: UInt8) {
    if program & 64 == 0 { low |= 1 << UInt64(program & 63) } else { high |= 1 << UInt64(program & 63) }
  }

  func contains(_ program: Int) -> Bool {
    (program & 64 == 0 ? low : high) >> UInt64(program & 63) & 1 != 0
  }
}
