import TactusMIDI

/// Keeps back the rest of a system-exclusive message that has lost a packet, its end included, so that what is not whole
/// does not look whole: for each port, until the next message begins.
package struct ExclusiveGate: BitwiseCopyable, Sendable {
  /// A bit for each port whose message has lost a packet.
  private var cut: UInt16 = 0

  /// Nothing has been lost.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() {}

  /// Whether nothing has to be kept back.
  var isOpen: Bool { cut == 0 }

  /// Whether a message may go on.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func admits(_ message: ChannelMessage) -> Bool {
    guard message.isSystemExclusive, cut != 0 else { return true }
    // whole, or a start
    if message.word0 &>> 20 & 15 < 2 { cut &= ~bit(message) }
    return cut & bit(message) == 0
  }

  /// Notes that a message has found no room.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func lose(_ message: ChannelMessage) {
    if message.isSystemExclusive { cut |= bit(message) }
  }

  private func bit(_ message: ChannelMessage) -> UInt16 { 1 &<< UInt16(message.port) }
}
