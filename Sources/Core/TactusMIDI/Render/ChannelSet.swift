/// A set of channels of 16 ports with 16 channels each. A channel is given as 16 · port + channel, like
/// ``ChannelMessage/line``.
///
/// - Thread: any
package struct ChannelSet: Hashable, Sendable, BitwiseCopyable {
  @usableFromInline package var bits = SIMD4<UInt64>()

  /// Creates an empty set.
  @inlinable package init() {}

  /// Whether the set contains no channel.
  @inlinable package var isEmpty: Bool { bits == SIMD4<UInt64>() }

  /// Whether the set contains a channel.
  @inlinable package func contains(_ line: Int) -> Bool { bits[line &>> 6] &>> UInt64(line & 63) & 1 == 1 }

  /// Adds a channel.
  @inlinable package mutating func insert(_ line: Int) { bits[line &>> 6] |= 1 &<< UInt64(line & 63) }

  /// Removes a channel.
  @inlinable package mutating func remove(_ line: Int) { bits[line &>> 6] &= ~(1 &<< UInt64(line & 63)) }

  /// Adds the channels of another set.
  @inlinable package mutating func formUnion(_ other: ChannelSet) { bits |= other.bits }

  /// Returns the channels that both sets contain.
  @inlinable package func intersection(_ other: ChannelSet) -> ChannelSet {
    var result = self
    result.bits &= other.bits
    return result
  }

  /// Removes, on all ports, the channels whose bit in `channels` is 0.
  @inlinable package mutating func formIntersection(channels: UInt16) {
    bits &= SIMD4(repeating: UInt64(channels) &* 0x0001_0001_0001_0001)
  }
}
