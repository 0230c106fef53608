/// A set of channels of 16 ports with 16 channels each. A channel is given as 16 · port + channel, like
/// ``ChannelMessage/line``.
///
/// - Thread: any
package struct ChannelSet: Sendable, BitwiseCopyable {
  /// A bit for each channel; a word holds the channels of four ports.
  private var bits: (UInt64, UInt64, UInt64, UInt64)

  /// Creates an empty set.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init() { bits = (0, 0, 0, 0) }

  /// Creates a set of one channel.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ line: Int) {
    self.init()
    insert(line)
  }

  /// Whether the set contains no channel.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isEmpty() -> Bool { bits.0 | bits.1 | bits.2 | bits.3 == 0 }

  /// Whether the set contains a channel.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func contains(_ line: Int) -> Bool { word(line) &>> UInt64(line & 63) & 1 == 1 }

  private func word(_ line: Int) -> UInt64 {
    switch line &>> 6 {
    case 0: bits.0
    case 1: bits.1
    case 2: bits.2
    default: bits.3
    }
  }

  /// Adds a channel.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func insert(_ line: Int) {
    let bit: UInt64 = 1 &<< UInt64(line & 63)
    switch line &>> 6 {
    case 0: bits.0 |= bit
    case 1: bits.1 |= bit
    case 2: bits.2 |= bit
    default: bits.3 |= bit
    }
  }

  /// Removes a channel.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func remove(_ line: Int) {
    let bit: UInt64 = ~(1 &<< UInt64(line & 63))
    switch line &>> 6 {
    case 0: bits.0 &= bit
    case 1: bits.1 &= bit
    case 2: bits.2 &= bit
    default: bits.3 &= bit
    }
  }

  /// Adds the channels of another set.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func formUnion(_ other: ChannelSet) {
    bits = (bits.0 | other.bits.0, bits.1 | other.bits.1, bits.2 | other.bits.2, bits.3 | other.bits.3)
  }

  /// Returns the channels that both sets contain.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func intersection(_ other: ChannelSet) -> ChannelSet {
    var result = self
    result.bits = (bits.0 & other.bits.0, bits.1 & other.bits.1, bits.2 & other.bits.2, bits.3 & other.bits.3)
    return result
  }

  /// Removes, on all ports, the channels whose bit in `channels` is 0.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func formIntersection(channels: UInt16) {
    let mask = UInt64(channels) &* 0x0001_0001_0001_0001
    bits = (bits.0 & mask, bits.1 & mask, bits.2 & mask, bits.3 & mask)
  }
}
