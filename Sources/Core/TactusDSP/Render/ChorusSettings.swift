/// How a `Chorus` sounds. Every value may be set to anything; what lies outside its range counts as the nearer end of
/// it, and a value that is not a number as the default.
///
/// - Thread: any
public struct ChorusSettings: Hashable, Sendable {
  /// How many copies of the sound each side hears: 1 … 8. Default 3.
  public var voices: Int
  /// How often a copy's delay swings to and fro, in hertz: 0.05 … 10. Default 0.4.
  public var rate: Float
  /// How far it swings from its least to its greatest delay, in seconds: 0 … 0.02. Default 0.0063.
  public var depth: Float
  /// The middle of the swing, in seconds: 0.0005 … 0.03. It is raised where the least delay would be under 36 frames
  /// (0.75 ms at 48 kHz). Default 0.008.
  public var delay: Float
  /// How much of the copies goes round again: −0.95 … 0.95. Default 0.06.
  public var feedback: Float
  /// How far the right side's swings are ahead of the left's: 0 (both sides alike) … 1 (half way to the next copy).
  /// Default 1.
  public var spread: Float
  /// The gain of what comes back: 0 … 4. At 1 a steady broadband sound comes back about as loud as it was sent; low
  /// tones, for which the copies are still alike, somewhat louder. Default 1.
  public var level: Float
  /// How much of what comes back is sent to the reverb as well: 0 … 1. Default 0.
  public var reverbSend: Float

  /// A gentle chorus: General MIDI 2's Chorus 3.
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
  /// The same settings, each inside its range.
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
