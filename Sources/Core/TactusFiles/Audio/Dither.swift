/// The noise added before rounding to integers, which decorrelates the rounding error from the signal.
///
/// - Thread: any
public enum Dither: String, CaseIterable, Hashable, Sendable {
  /// No dither.
  case none
  /// Noise with a triangular density of ±1 least significant bit: the least noise that makes the mean and the power of
  /// the error independent of the signal. For 16 and 24 bits; 32-bit integers and floats are never dithered, because
  /// the noise would be 40 dB below the resolution of a float sample.
  ///
  /// Source: S. P. Lipshitz, R. A. Wannamaker, J. Vanderkooy, "Quantization and Dither: A Theoretical Survey",
  /// J. Audio Eng. Soc. 40 (1992), 355–375.
  case triangular
}

/// The random numbers of the dither. They depend only on seed, channel and frame, so the bytes do not depend on blocks
/// or threads.
///
/// A bijective 32-bit mixer whose key enters between its two rounds. The multipliers have the lowest avalanche bias of
/// 250 random odd pairs (mean square 1.6e-6 per bit pair over 2¹⁷ counters). The frame numbers are mixed in C, by
/// `tactus_noise` of CTactusKernels: the difference of the two halves of `mix(frameLow, key)`, a number with triangular
/// density in −65535 … 65535, in units of 2⁻¹⁶ least significant bits.
enum DitherNoise {
  /// Returns the key of a channel's noise for the 2³² frames that share the upper half of the frame number.
  static func key(seed: UInt64, channel: Int, frameHigh: UInt32) -> UInt32 {
    var folded = mix(UInt32(truncatingIfNeeded: seed), key: 0x7A5C_E1D1)
    folded = mix(folded ^ UInt32(truncatingIfNeeded: seed &>> 32), key: 0x1F83_D9AB)
    folded = mix(folded ^ frameHigh, key: 0x5BE0_CD19)
    return mix(folded ^ UInt32(truncatingIfNeeded: channel), key: 0x3C6E_F372)
  }

  private static func mix(_ counter: UInt32, key: UInt32) -> UInt32 {
    var x = counter
    x ^= x &>> 16
    x = x &* 0xB992_634D
    x ^= x &>> 15
    x ^= key
    x = x &* 0xF884_AECD
    x ^= x &>> 16
    return x
  }
}
