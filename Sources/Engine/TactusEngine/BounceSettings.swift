import TactusProcessors
import TactusSynth

/// Everything a bounce can be told, besides the song and the bank.
public struct BounceSettings: Hashable, Sendable {
  /// Frames per second, 8,000…768,000.
  public var sampleRate = 48_000
  /// The synthesizer's choices: polyphony, interpolation, gain, effects.
  public var synth = SynthSettings()
  /// The functions through which the song goes before the synthesizer; nil for none. What they add after the song's end,
  /// such as echoes, is heard before the tail begins.
  public var chain: ProcessorChain?
  /// Silence before the song, in seconds.
  public var leadIn = 0.0
  /// The part of the song that is bounced; nil for all.
  public var range: SongRange?
  /// How often the song's loop is played.
  public var loops = LoopPlay.asWritten
  /// A fade-out of so many seconds, 0 for none: after the last pass of a loop, else the last seconds of what is played.
  /// The sound ends with it; there is no tail.
  public var fade = 0.0
  /// How loud the whole is made, after it has been measured: it is rendered twice then.
  public var level = BounceLevel.asPlayed
  /// The true peak in dBTP that a limiter does not let the sound exceed, −60…0; nil for no limiter.
  public var limit: Double?
  /// Whether loudness, loudness range and true peak are measured; they always are where a level or a limit is set.
  public var measuresLoudness = false
  /// How the end is found.
  public var tail = Tail.automatic()
  /// The longest file that is made, in seconds, tail included: a file of forty bytes can claim a century.
  public var maximumLength = 7_200.0

  /// The default settings: 48 kHz, no lead-in, automatic tail, at most two hours.
  public init() {}

  /// What follows the last event.
  public enum Tail: Hashable, Sendable {
    /// Until nothing more comes that is as loud as `threshold`, in dBFS, −140…0, but not longer than `maximum` seconds.
    ///
    /// Without a threshold the depth of the samples says it. Of 16 bits all is kept that they can hold: what stays below
    /// half a step, −96.3 dBFS, is not. Of other depths, and where no file is made, the tail ends when every voice has
    /// ended and the effects have fallen below −90 dBFS; what stays below −120 dBFS before that is left out. It ends with
    /// a whole cycle of 4,096 frames. The levels are those of what is handed out, a changed level included.
    case automatic(threshold: Double? = nil, maximum: Double = 30)
    /// Exactly so many seconds.
    case seconds(Double)
  }
}
