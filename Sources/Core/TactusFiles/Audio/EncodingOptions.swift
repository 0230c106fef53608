/// How samples become integers.
///
/// - Thread: any
public struct EncodingOptions: Hashable, Sendable {
  /// The noise added before rounding to 16 or 24 bits; see ``Dither``. 32-bit formats ignore it.
  public var dither: Dither
  /// Chooses another noise of the same kind, as two dithered files that will be mixed should have.
  public var ditherSeed: UInt64
  /// Whether samples that are exactly zero are dithered too. By default they stay zero.
  ///
  /// Silence before the first note, after the last, and in a channel nobody plays stays digital silence then, which
  /// tools detect and compressors love. Zero is exactly representable, so no distortion comes of it: the mean error
  /// stays zero for every input, only its power is smaller at zero. Purists set this to true.
  public var dithersSilence: Bool
  /// Above this RIFF size a WAV becomes RF64; tests lower it.
  package var riffSizeLimit = AudioFileLimits.maximumSize32

  /// The options; by default triangular dither that leaves digital silence alone.
  public init(dither: Dither = .triangular, ditherSeed: UInt64 = 0, dithersSilence: Bool = false) {
    self.dither = dither
    self.ditherSeed = ditherSeed
    self.dithersSilence = dithersSilence
  }
}
