/// The options for converting samples to integers.
///
/// - Thread: any
public struct EncodingOptions: Hashable, Sendable {
  /// The dither added before rounding to 16 or 24 bits; see ``Dither``. 32-bit formats ignore it.
  public var dither: Dither
  /// The seed of the dither. Files that will be mixed should have different seeds.
  public var ditherSeed: UInt64
  /// Whether samples that are exactly zero are dithered too; by default they stay zero.
  ///
  /// If false, silence before the first note, after the last note and in unused channels stays digital silence, which
  /// tools can detect and which compresses well. This causes no distortion, because zero is exactly representable: the
  /// mean error remains zero for every input, and only the power of the error is lower at zero.
  public var dithersSilence: Bool
  /// The RIFF size above which a WAV becomes RF64; tests reduce it.
  package var riffSizeLimit = AudioFileLimits.maximumSize32

  /// Creates the options, by default triangular dither that leaves digital silence unchanged.
  public init(dither: Dither = .triangular, ditherSeed: UInt64 = 0, dithersSilence: Bool = false) {
    self.dither = dither
    self.ditherSeed = ditherSeed
    self.dithersSilence = dithersSilence
  }
}
