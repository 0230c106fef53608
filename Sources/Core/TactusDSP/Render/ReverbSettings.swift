/// The settings of a `Reverb`. Any value may be set: values outside a range are clamped to it, and NaN is replaced by
/// the default.
///
/// - Thread: any
public struct ReverbSettings: Hashable, Sendable {
  /// The time in which low and middle frequencies decay by 60 dB, in seconds: 0.1 … 30. Default 1.8. In a large room,
  /// the early reflections last longer than the shortest decay times.
  public var decayTime: Float
  /// The decay time at `highFrequency` as a fraction of `decayTime`: 0.05 … 1. Default 0.5.
  public var highDecay: Float
  /// The size of the room, which determines the spacing of its echoes: 0 (a small chamber), 0.5 (a medium hall), 1 (a
  /// cathedral). Default 0.5.
  public var size: Float
  /// The time before the first echo, in seconds: 0 … 0.25. The first echo never comes earlier than about 270 frames
  /// after the sound (5.6 ms at 48 kHz). Default 0.012.
  public var preDelay: Float
  /// The low-cut frequency of the reverb (6 dB per octave), in hertz: 10 … 1,000. Default 50.
  public var lowCut: Float
  /// The high-cut frequency of the reverb (6 dB per octave), in hertz: 200 … 20,000. Default 9,000.
  public var highCut: Float
  /// The stereo width: 0 (mono) … 1 (uncorrelated, as in a real hall). Default 1.
  public var width: Float
  /// The gain of the output: 0 … 4. At 1, the output for a steady broadband signal is as loud as the input. Default 1.
  public var level: Float

  /// The frequency in hertz at which `highDecay` applies; at low sample rates, it is limited to two fifths of the
  /// sample rate.
  public static var highFrequency: Float { @_noAllocation @_noLocks get { 5_000 } }

  /// Creates a medium hall.
  /// - Thread: any
  @_noAllocation @_noLocks
  public init() {
    decayTime = 1.8
    highDecay = 0.5
    size = 0.5
    preDelay = 0.012
    lowCut = 50
    highCut = 9_000
    width = 1
    level = 1
  }
}

extension ReverbSettings {
  /// The settings, each clamped to its range.
  /// - Thread: any
  package var bounded: ReverbSettings {
    @_noAllocation @_noLocks get {
      let standard = ReverbSettings()
      var result = self
      result.decayTime = decayTime.bounded(0.1, 30, else: standard.decayTime)
      result.highDecay = highDecay.bounded(0.05, 1, else: standard.highDecay)
      result.size = size.bounded(0, 1, else: standard.size)
      result.preDelay = preDelay.bounded(0, 0.25, else: standard.preDelay)
      result.lowCut = lowCut.bounded(10, 1_000, else: standard.lowCut)
      result.highCut = highCut.bounded(200, 20_000, else: standard.highCut)
      result.width = width.bounded(0, 1, else: standard.width)
      result.level = level.bounded(0, 4, else: standard.level)
      return result
    }
  }
}

extension Float {
  /// Returns the value clamped to a range, or `standard` for NaN.
  @_noAllocation @_noLocks
  func bounded(_ least: Float, _ greatest: Float, else standard: Float) -> Float {
    guard self == self else { return standard }
    return self < least ? least : self > greatest ? greatest : self
  }
}
