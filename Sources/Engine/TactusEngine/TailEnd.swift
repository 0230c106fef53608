import TactusDSP
import TactusFiles

/// The conditions that end a tail; levels are linear magnitudes of the output.
struct TailEnd {
  /// The tail ends when all voices have ended and both the mix and the effects are below this level; if it is 0, the
  /// tail ends only at ``maximum``.
  var quiet: Float
  /// The level below which the end of the tail is removed; 0 removes nothing.
  var least: Float
  /// The maximum length in seconds.
  var maximum: Double

  /// Half an LSB of 16 bits, where a tail ends, also in a ``SongPlayer``: samples below it are rounded to zero, or
  /// masked by the dither.
  static var halfStep: Float { 0x1p-16 }
  /// The level below which other formats lose the end of the tail: −120 dBFS, below the noise of the best converters.
  private static var silence: Float { 1e-6 }

  /// - Parameter format: the format of the output samples.
  init(_ tail: BounceSettings.Tail, _ format: SampleFormat) {
    switch tail {
    case .seconds(let seconds): self.init(quiet: 0, least: 0, maximum: seconds)
    case .automatic(let threshold?, let maximum):
      let level = Float(ExactMath.gain(decibels: threshold))
      self.init(quiet: level, least: level, maximum: maximum)
    case .automatic(nil, let maximum):
      // no format has a shorter tail than 16 bits
      self.init(
        quiet: Self.halfStep, least: format == .int16 ? Self.halfStep : Self.silence, maximum: maximum)
    }
  }

  private init(quiet: Float, least: Float, maximum: Double) {
    (self.quiet, self.least, self.maximum) = (quiet, least, maximum)
  }
}
