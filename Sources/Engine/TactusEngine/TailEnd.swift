import TactusDSP
import TactusFiles

/// When a tail ends, as factors of full scale of what is handed out.
struct TailEnd {
  /// It ends when all voices have ended and mix and effects stay below this; never before its maximum where it is 0.
  var quiet: Float
  /// What stays below this at the end is left out; 0 leaves nothing out.
  var least: Float
  /// Its greatest length in seconds.
  var maximum: Double

  /// Half a step of 16 bits: what is softer is rounded to nothing, and drowns in the dither.
  private static var halfStep: Float { 0x1p-16 }
  /// −120 dBFS: where other depths end, below the noise of the best converters.
  private static var silence: Float { 1e-6 }

  /// - Parameter format: how the samples are to be stored.
  init(_ tail: BounceSettings.Tail, _ format: SampleFormat) {
    switch tail {
    case .seconds(let seconds): self.init(quiet: 0, least: 0, maximum: seconds)
    case .automatic(let threshold?, let maximum):
      let level = Float(ExactMath.gain(decibels: threshold))
      self.init(quiet: level, least: level, maximum: maximum)
    case .automatic(nil, let maximum) where format == .int16:
      self.init(quiet: Self.halfStep, least: Self.halfStep, maximum: maximum)
    case .automatic(nil, let maximum):
      self.init(quiet: Float(ExactMath.gain(decibels: -90)), least: Self.silence, maximum: maximum)
    }
  }

  private init(quiet: Float, least: Float, maximum: Double) {
    (self.quiet, self.least, self.maximum) = (quiet, least, maximum)
  }
}
