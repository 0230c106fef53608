/// Stateless random numbers: each is a pure function of a seed, the number of an item, such as a note, and an index.
///
/// The results are therefore the same live and offline, and however rendering is divided into cycles. The mixing
/// function m is a bijection of 64-bit numbers: three shifts, and two multiplications by the fractional parts of e and
/// √3 (the first 64 bits, made odd). Inputs often differ in a few low bits only; a change of one of these bits inverts
/// each bit of the result with a probability of ½ ± 0.005, as the tests of `StepRandom` verify.
///
/// - Thread: any
package enum CountedRandom {
  /// Returns 64 random bits: m(m(m(seed) + number) + draw).
  ///
  /// - Parameters:
  ///   - number: the number of the item that needs random numbers.
  ///   - draw: the index of the random number for this item.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @inlinable package static func bits(seed: UInt64, number: UInt64, draw: UInt64 = 0) -> UInt64 {
    mixed(mixed(mixed(seed) &+ number) &+ draw)
  }

  /// Returns m applied to these bits.
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
