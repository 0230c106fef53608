import TactusSynth

/// Everything a bounce can be told, besides the song and the bank.
public struct BounceSettings: Hashable, Sendable {
  /// Frames per second, 8,000…768,000.
  public var sampleRate = 48_000
  /// The synthesizer's choices: polyphony, interpolation, gain, effects.
  public var synth = SynthSettings()
  /// Silence before the song, in seconds.
  public var leadIn = 0.0
  /// How the end is found.
  public var tail = Tail.automatic()
  /// The longest file that is made, in seconds, tail included: a file of forty bytes can claim a century.
  public var maximumLength = 7_200.0

  /// The default settings: 48 kHz, no lead-in, automatic tail, at most two hours.
  public init() {}

  /// What follows the last event.
  public enum Tail: Hashable, Sendable {
    /// Until every voice has ended and the effects have fallen below a level in dBFS, but not longer than `maximum`
    /// seconds.
    case automatic(threshold: Double = -90, maximum: Double = 30)
    /// Exactly so many seconds.
    case seconds(Double)
  }
}
