import TactusProcessors
import TactusSynth

/// All settings of a bounce, apart from the song and the bank.
public struct BounceSettings: Hashable, Sendable {
  /// Frames per second, 8,000…768,000.
  public var sampleRate = 48_000
  /// The settings of the synthesizer: polyphony, interpolation, gain, effects.
  public var synth = SynthSettings()
  /// The MIDI effects between the song and the synthesizer; nil for none. Events that they add after the song's end,
  /// such as echoes, are played before the tail starts.
  public var chain: ProcessorChain?
  /// Silence before the song, in seconds.
  public var leadIn = 0.0
  /// The range of the song to bounce; nil for all.
  public var range: SongRange?
  /// How many times the song's loop is played.
  public var loops = LoopPlay.asWritten
  /// The length of a fade-out in seconds, 0 for none. It follows the last pass of a loop; without a loop, it covers the
  /// last seconds. The sound ends with the fade, without a tail.
  public var fade = 0.0
  /// The target level. If one is set, the song is rendered twice: first to measure it.
  public var level = BounceLevel.asPlayed
  /// The limiter's ceiling in dBTP, −60…0; nil for no limiter.
  public var limit: Double?
  /// Whether loudness, loudness range and true peak are measured; always the case if a level or a limit is set.
  public var measuresLoudness = false
  /// How the end of the tail is determined.
  public var tail = Tail.automatic()
  /// The longest bounce allowed, in seconds, including the tail: a file of forty bytes may claim to last a century.
  public var maximumLength = 7_200.0

  /// The default settings: 48 kHz, no lead-in, automatic tail, at most two hours.
  public init() {}

  /// The tail after the last event.
  public enum Tail: Hashable, Sendable {
    /// The tail ends when nothing as loud as `threshold` (in dBFS, −140…0) follows, and after at most `maximum`
    /// seconds.
    ///
    /// Without a threshold, the sample format determines it. With 16 bits, everything that the format can hold is kept:
    /// only what stays below half a step, −96.3 dBFS, is removed. With other formats, and if no file is written, the
    /// tail ends when every voice has ended and the effects have fallen below −90 dBFS; before that point, what stays
    /// below −120 dBFS is removed. The tail ends with a complete cycle of 4,096 frames. The levels are those of the
    /// output, after any change of level.
    case automatic(threshold: Double? = nil, maximum: Double = 30)
    /// A fixed length in seconds.
    case seconds(Double)
  }
}
