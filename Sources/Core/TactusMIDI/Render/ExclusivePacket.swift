/// A packet of a system-exclusive message while it is being filled.
///
/// - Thread: any
package struct ExclusivePacket {
  /// How many data bytes are in, 0…6.
  package private(set) var count = 0
  private var words: UInt64

  /// An empty packet.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(port: UInt8) { words = UInt64(0x3000_0000 | UInt32(port & 15) &<< 24) &<< 32 }

  /// Puts a data byte in, of which the lower seven bits count; a seventh byte is left out.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func add(_ byte: UInt8) {
    guard count < 6 else { return }
    words |= UInt64(byte & 127) &<< UInt64(truncatingIfNeeded: 40 &- 8 &* count)
    count &+= 1
  }

  /// The packet as a message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func message(isFirst: Bool, isLast: Bool) -> ChannelMessage {
    let form: UInt64 = isFirst ? (isLast ? 0 : 1) : (isLast ? 3 : 2)
    let whole = words | form &<< 52 | UInt64(truncatingIfNeeded: count) &<< 48
    return ChannelMessage(word0: UInt32(truncatingIfNeeded: whole &>> 32), word1: UInt32(truncatingIfNeeded: whole))
  }
}
