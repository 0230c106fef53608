import TactusSequencer
import TactusSynth

/// How far a bounce is.
public struct BounceProgress: Hashable, Sendable {
  /// Frames rendered so far.
  public var frame: Int64
  /// Frames up to the song's end, lead-in included; the tail comes after them.
  public var songFrames: Int64
  /// Frames played and to be played before the first that is heard.
  var preRollDone: Int64 = 0
  var preRollFrames: Int64 = 0
  /// Which time the song is rendered, from 1.
  public internal(set) var pass = 1
  /// How often it is: twice where it is measured first.
  public internal(set) var passCount = 1
  /// Frames per second.
  public var sampleRate: Int
  /// Voices that sound now.
  public var voices: Int

  /// The position in seconds.
  public var seconds: Double { Double(frame) / Double(sampleRate) }
  /// The part of the work that is done, 0…1; the tail counts as nothing.
  public var fraction: Double {
    let all = preRollFrames + songFrames
    let part = all > 0 ? min(1, Double(preRollDone + frame) / Double(all)) : 1
    return (Double(pass - 1) + part) / Double(passCount)
  }
}

/// What a bounce came to.
public struct BounceReport: Hashable, Sendable {
  /// Frames rendered, from the first of the lead-in to the last of the tail.
  public var frameCount: Int64
  /// Frames per second.
  public var sampleRate: Int
  /// The greatest magnitude of any sample; 1 is full scale.
  public var peak: Float
  /// Notes that are heard: of a song, or of the range of it.
  public var noteCount: Int
  /// What the synthesizer counted.
  public var synth: SynthCounters
  /// What the bank does not have of what the notes asked for.
  public var missingPresets: [MissingPreset]
  /// Loudness and true peak, where they were measured.
  public var loudness: LoudnessReport?
  /// By how much the level was changed, in decibels; nil where none was asked for or nothing could be measured.
  public var levelChange: Double?
  /// The loop that was played; its `marks` say what marked it.
  public var loop: SongLoop?
  /// The frames that repeat for ever, in a seamless loop.
  public var loopFrames: Range<Int64>?
  /// Whether something still sounded when the tail's maximum or the maximum length was reached.
  public var isTailCut: Bool
  /// Compressed samples of the bank that could not be decoded and were silent.
  public var unreadableSamples: [SampleFailure] = []

  /// The length in seconds.
  public var seconds: Double { Double(frameCount) / Double(sampleRate) }
}
