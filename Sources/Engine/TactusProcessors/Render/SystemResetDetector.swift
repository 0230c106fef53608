import TactusMIDI

/// Finds the messages that reset a receiver among the messages of one port.
///
/// These are System Reset, General MIDI on and off, Roland GS reset and system mode set, and Yamaha XG system on and
/// all parameter reset. After each of them, the receiver's bend ranges, pitch bends and selected parameters have their
/// initial values.
///
/// Source: General MIDI 1 and 2; Roland SC-88 owner's manual, MIDI implementation; Yamaha XG specification 1.3.
package struct SystemResetDetector: BitwiseCopyable {
  // the last data bytes of the message, with the newest in the least significant bits
  private var first: UInt8 = 0
  private var low: UInt64 = 0
  private var count = 0
  private var isOpen = false

  /// Creates a detector that has received no packet.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  /// Processes a message; returns true after the last packet of a reset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take(_ message: ChannelMessage) -> Bool {
    if message.isSystem { return message.status == 0xFF }
    guard message.isSystemExclusive, let form = message.packetForm else { return false }
    switch form {
    case .whole, .start: (first, low, count, isOpen) = (0, 0, 0, true)
    case .middle, .end: break
    }
    guard isOpen else { return false }
    for index in 0..<message.packetByteCount {
      let byte = message.packetByte(index)
      if count == 0 { first = byte }
      low = low &<< 8 | UInt64(byte)
      count = count < 16 ? count &+ 1 : count
    }
    switch form {
    case .whole, .end:
      isOpen = false
      return isReset()
    case .start, .middle: return false
    }
  }

  private func isReset() -> Bool {
    switch count {
    // 7E device 09 01…03
    case 4: first == 0x7E && low & 0xFF00 == 0x0900 && low & 0xFF >= 1 && low & 0xFF <= 3
    // 43 1n 4C 00 00 7E 00, and 7F
    case 7:
      first == 0x43 && low & 0xF0_FFFF_FFFF_FF == 0x10_4C00_007E_00
        || first == 0x43 && low & 0xF0_FFFF_FFFF_FF == 0x10_4C00_007F_00
    // 41 device 42 12 40 00 7F 00 41; system mode set: 00 00 7F 00 01, and 00 00 7F 01 00
    case 9: first == 0x41 && isRolandReset(low & 0xFF_FFFF_FFFF_FFFF)
    default: false
    }
  }

  private func isRolandReset(_ bytes: UInt64) -> Bool {
    bytes == 0x42_1240_007F_0041 || bytes == 0x42_1200_007F_0001 || bytes == 0x42_1200_007F_0100
  }
}
