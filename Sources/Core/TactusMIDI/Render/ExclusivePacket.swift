/// A packet of a system-exclusive message while it is being filled.
///
/// - Thread: any
package struct ExclusivePacket {
  /// The number of data bytes so far, 0…6.
  package private(set) var count = 0
  private var words: UInt64

  /// Creates an empty packet.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(port: UInt8) { words = UInt64(0x3000_0000 | UInt32(port & 15) &<< 24) &<< 32 }

  /// Appends the lower seven bits of a data byte. A seventh byte is ignored.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func add(_ byte: UInt8) {
    guard count < 6 else { return }
    words |= UInt64(byte & 127) &<< UInt64(truncatingIfNeeded: 40 &- 8 &* count)
    count &+= 1
  }

  /// Returns the packet as a message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func message(isFirst: Bool, isLast: Bool) -> ChannelMessage {
    let form: UInt64 = isFirst ? (isLast ? 0 : 1) : (isLast ? 3 : 2)
    let whole = words | form &<< 52 | UInt64(truncatingIfNeeded: count) &<< 48
    return ChannelMessage(word0: UInt32(truncatingIfNeeded: whole &>> 32), word1: UInt32(truncatingIfNeeded: whole))
  }
}
