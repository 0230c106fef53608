import TactusMIDI

/// Drops the rest of a system-exclusive message that has lost a packet, including its end, so that an incomplete
/// message does not appear complete. On each port, packets are dropped until the next message starts.
package struct ExclusiveGate: BitwiseCopyable, Sendable {
  /// A bit for each port: whether the port's current message has lost a packet.
  private var cut: UInt16 = 0

  /// Creates a gate that passes all messages.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  /// Whether all messages may pass.
  var isOpen: Bool { cut == 0 }

  /// Whether a message may pass.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func admits(_ message: ChannelMessage) -> Bool {
    guard message.isSystemExclusive, cut != 0 else { return true }
    // a complete message, or the start of one
    if message.word0 &>> 20 & 15 < 2 { cut &= ~bit(message) }
    return cut & bit(message) == 0
  }

  /// Records that a message was dropped.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func lose(_ message: ChannelMessage) {
    if message.isSystemExclusive { cut |= bit(message) }
  }

  private func bit(_ message: ChannelMessage) -> UInt16 { 1 &<< UInt16(message.port) }
}
