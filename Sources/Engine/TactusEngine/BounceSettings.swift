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
  /// The range of the song to bounce; nil for the whole song.
  public var range: SongRange?
  /// The channels whose notes are played, each as 16 · port + channel, with both from 0; nil for all. Numbers that no
  /// channel has are ignored. The other messages of all channels are always played, because they can affect other
  /// channels.
  public var channels: Set<Int>?
  /// The programs of channels, 0…127, that replace those of the song; each channel is 16 · port + channel, with both
  /// from 0. They are programs of bank 0 or, while the channel plays drums, drum kits. Numbers that no channel has are
  /// ignored.
  public var programs: [Int: Int] = [:]
  /// The transposition in semitones, −48…48. It moves all notes after the MIDI effects, except those of the channels
  /// that play drums at that moment: channel 10, and others that messages of GS, XG or General MIDI 2 have made drum
  /// channels. Notes that would leave the keys 0…127 move back by octaves. Timeline, notes and voice events have the
  /// keys that sound.
  public var transposition = 0
  /// How many times the loop is played.
  public var loops = LoopPlay.asWritten
  /// Where a loop ends if neither the song nor ``range`` sets its end.
  public var loopEnding = LoopEnding.nearestBarLine
  /// The length of a fade-out in seconds, 0 for none. It follows the last pass of a loop; without a loop, it covers the
  /// last seconds of the song. The sound ends with the fade, without a tail.
  public var fade = 0.0
  /// The target level. If it is not `asPlayed`, the song is rendered at least twice; the first pass measures the level.
  /// A target loudness with a limiter or a tail level may take up to four further passes.
  public var level = BounceLevel.asPlayed
  /// The limiter's ceiling in dBTP, −60…0; nil for no limiter. Stems get the gains with which it limits the mix, so
  /// they can exceed the ceiling where they cancel each other.
  public var limit: Double?
  /// Whether loudness, loudness range and true peak are measured; always the case if a level or a limit is set.
  public var measuresLoudness = false
  /// How the end of the tail is determined.
  public var tail = Tail.automatic()
  /// The longest bounce allowed, in seconds, including the tail. The limit is necessary because even a file of forty
  /// bytes can specify a length of a century.
  public var maximumLength = 7_200.0

  /// The default settings: 48 kHz, no lead-in, automatic tail, at most two hours.
  public init() {}

  /// Where a loop ends if neither the song nor a range sets its end.
  public enum LoopEnding: Hashable, Sendable {
    /// On the bar line that is nearest to End of Track, if End of Track is less than a beat away from it and no note
    /// starts at or after it; otherwise at End of Track. A beat is a quarter note, or that of the meter if it is
    /// shorter.
    ///
    /// In most files, a program has written End of Track where the last note ends, or one tick after the last bar line.
    /// The passes of such a loop would start later and later in the bar.
    case nearestBarLine
    /// At End of Track, for songs whose End of Track is exact.
    case endOfTrack
  }

  /// The tail after the last event.
  public enum Tail: Hashable, Sendable {
    /// The tail ends when the sound falls below `threshold` (in dBFS, −140…0) and stays below it, or after `maximum`
    /// seconds.
    ///
    /// Without a threshold, the tail ends when every voice has ended and the effects have fallen below half an LSB of
    /// 16 bits, −96.3 dBFS. The sample format determines which part is then removed: at 16 bits the final part that
    /// stays below −96.3 dBFS, which the format cannot represent; with other formats, and without a file, the final
    /// part that stays below −120 dBFS. The tail ends at the end of a cycle of 4,096 frames. The levels are those of
    /// the output, after any change of level.
    case automatic(threshold: Double? = nil, maximum: Double = 30)
    /// A fixed length in seconds.
    case seconds(Double)
  }
}
