/// How a `Reverb` sounds. Every value may be set to anything; what lies outside its range counts as the nearer end of
/// it, and a value that is not a number as the default.
///
/// - Thread: any
public struct ReverbSettings: Hashable, Sendable {
  /// The time in which low and middle frequencies fall by 60 dB, in seconds: 0.1 … 30. Default 1.8. A large room's
  /// first echoes alone last longer than the shortest times.
  public var decayTime: Float
  /// The decay time at `highFrequency` as a part of `decayTime`: 0.05 … 1. Default 0.5.
  public var highDecay: Float
  /// How large the room is, from 0 (a cell) over 0.5 (a medium hall) to 1 (a cathedral): the spacing of its echoes.
  /// Default 0.5.
  public var size: Float
  /// The time before the first echo, in seconds: 0 … 0.25. There are at least about 270 frames (5.6 ms at 48 kHz).
  /// Default 0.012.
  public var preDelay: Float
  /// Below this frequency the room answers less (6 dB per octave), in hertz: 10 … 1,000. Default 50.
  public var lowCut: Float
  /// Above this frequency the room answers less (6 dB per octave), in hertz: 200 … 20,000. Default 9_000.
  public var highCut: Float
  /// How far the two sides differ: 0 (mono) … 1 (as unlike as a real hall's). Default 1.
  public var width: Float
  /// The gain of what comes back: 0 … 4. At 1 a steady broadband sound comes back as loud as it was sent. Default 1.
  public var level: Float

  /// Where `highDecay` holds, in hertz; at low sample rates two fifths of the rate, if that is less.
  public static var highFrequency: Float { @_noAllocation @_noLocks get { 5_000 } }

  /// A medium hall.
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
  /// The same settings, each inside its range.
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
  /// The value, or the nearer end of a range, or `standard` where it is not a number.
  @_noAllocation @_noLocks
  func bounded(_ least: Float, _ greatest: Float, else standard: Float) -> Float {
    guard self == self else { return standard }
    return self < least ? least : self > greatest ? greatest : self
  }
}
