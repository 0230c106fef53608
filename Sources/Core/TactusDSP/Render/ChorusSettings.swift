/// The settings of a `Chorus`. Any value may be set: values outside a range are clamped to it, and NaN is replaced by
/// the default.
///
/// - Thread: any
public struct ChorusSettings: Hashable, Sendable {
  /// The number of voices per side: 1 … 8. Default 3.
  public var voices: Int
  /// The rate of the delay modulation in hertz: 0.05 … 10. Default 0.4.
  public var rate: Float
  /// The depth of the delay modulation, from minimum to maximum, in seconds: 0 … 0.02. Default 0.0063.
  public var depth: Float
  /// The center of the delay modulation in seconds: 0.0005 … 0.03. It is increased if the minimum delay would be less
  /// than 36 frames (0.75 ms at 48 kHz). Default 0.008.
  public var delay: Float
  /// The feedback of the voices: −0.95 … 0.95. Default 0.06.
  public var feedback: Float
  /// The phase by which the right side's modulation leads the left side's: 0 (both sides equal) … 1 (half the phase
  /// distance between two voices). Default 1.
  public var spread: Float
  /// The gain of the output: 0 … 4. At 1, the output for a steady broadband signal is about as loud as the input; low
  /// frequencies, at which the voices are still in phase, are somewhat louder. Default 1.
  public var level: Float
  /// The gain with which the output is also sent to the reverb: 0 … 1. Default 0.
  public var reverbSend: Float

  /// Creates a gentle chorus: General MIDI 2's Chorus 3.
  /// - Thread: any
  @_noAllocation @_noLocks
  public init() {
    voices = 3
    rate = 0.4
    depth = 0.0063
    delay = 0.008
    feedback = 0.06
    spread = 1
    level = 1
    reverbSend = 0
  }
}

extension ChorusSettings {
  /// The settings, each clamped to its range.
  /// - Thread: any
  package var bounded: ChorusSettings {
    @_noAllocation @_noLocks get {
      let standard = ChorusSettings()
      var result = self
      result.voices = voices < 1 ? 1 : voices > 8 ? 8 : voices
      result.rate = rate.bounded(0.05, 10, else: standard.rate)
      result.depth = depth.bounded(0, 0.02, else: standard.depth)
      result.delay = delay.bounded(0.0005, 0.03, else: standard.delay)
      result.feedback = feedback.bounded(-0.95, 0.95, else: standard.feedback)
      result.spread = spread.bounded(0, 1, else: standard.spread)
      result.level = level.bounded(0, 4, else: standard.level)
      result.reverbSend = reverbSend.bounded(0, 1, else: standard.reverbSend)
      return result
    }
  }
}
