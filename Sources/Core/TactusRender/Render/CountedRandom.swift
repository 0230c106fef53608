/// Random numbers without a state: each is a function of a seed and of what it is for, such as the number of a note.
///
/// So it is the same live, offline and in any partition. m is a bijection of 64 bits: three shifts and two
/// multiplications by the fractions of e and √3, made odd. What goes in differs in few low bits; each of these turns
/// every bit of the result with a probability of ½ ± 0.005, which the tests of `LaneRandom` measure.
///
/// - Thread: any
package enum CountedRandom {
  /// 64 random bits: m(m(m(seed) + number) + draw).
  ///
  /// - Parameters:
  ///   - number: of what they are for.
  ///   - draw: which of its numbers.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inlinable package static func bits(seed: UInt64, number: UInt64, draw: UInt64 = 0) -> UInt64 {
    mixed(mixed(mixed(seed) &+ number) &+ draw)
  }

  /// m of these bits.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inlinable package static func mixed(_ bits: UInt64) -> UInt64 {
    var x = bits
    x = (x ^ x &>> 32) &* 0xB7E1_5162_8AED_2A6B
    x = (x ^ x &>> 29) &* 0xBB67_AE85_84CA_A73B
    return x ^ x &>> 32
  }
}
