import TactusSequencer
import TactusSynth

/// The progress of a bounce.
public struct BounceProgress: Hashable, Sendable {
  /// The number of frames rendered so far.
  public var frame: Int64
  /// The number of frames up to the end of the song, including the lead-in; the tail follows.
  public var songFrames: Int64
  /// The number of frames of the inaudible pre-roll that have been played.
  var preRollDone: Int64 = 0
  /// The total number of frames of the inaudible pre-roll.
  var preRollFrames: Int64 = 0
  /// The number of the current rendering pass, counted from 1.
  public internal(set) var pass = 1
  /// The largest number of rendering passes: 1; 2 if the level is measured first; 6 if a target loudness may need
  /// further measurements. Passes that are not needed are skipped.
  public internal(set) var passCount = 1
  /// Frames per second.
  public var sampleRate: Int
  /// The number of sounding voices.
  public var voices: Int

  /// The position in seconds.
  public var seconds: Double { Double(frame) / Double(sampleRate) }
  /// The fraction of the work that is done, 0…1; the tail is not counted.
  public var fraction: Double {
    let all = preRollFrames + songFrames
    let part = all > 0 ? min(1, Double(preRollDone + frame) / Double(all)) : 1
    return (Double(pass - 1) + part) / Double(passCount)
  }
}

/// The result of a bounce.
public struct BounceReport: Hashable, Sendable {
  /// The number of frames rendered, from the start of the lead-in to the end of the tail.
  public var frameCount: Int64
  /// Frames per second.
  public var sampleRate: Int
  /// The greatest magnitude of any sample; 1 is full scale.
  public var peak: Float
  /// The number of audible notes in the song or the range.
  public var noteCount: Int
  /// The counters of the synthesizer.
  public var synth: SynthCounters
  /// The presets that audible notes requested but that the bank does not have.
  public var missingPresets: [MissingPreset]
  /// Loudness and true peak, if measured.
  public var loudness: LoudnessReport?
  /// The levels of the stems in the plan's order; empty if only the mix is rendered.
  public var stemLevels: [StemLevel] = []
  /// The change of level in decibels; nil if none was requested or nothing could be measured.
  public var levelChange: Double?
  /// The loop that was played; its `marks` specify the kind of loop marks in the file.
  public var loop: SongLoop?
  /// The end of the loop, if neither the song nor a range sets it.
  public var unmarkedLoopEnd: UnmarkedLoopEnd?
  /// The range of output frames that repeats in a seamless loop; nil for other bounces.
  public var loopFrames: Range<Int64>?
  /// Whether the sound had not ended when the maximum tail or the maximum length was reached.
  public var isTailCut: Bool
  /// The number of voice events missing from the trace because too many happened at once; 0 in any real song.
  public var lostVoiceEvents = 0
  /// Compressed samples of the bank that could not be decoded and were replaced by silence.
  public var unreadableSamples: [SampleFailure] = []

  /// The length in seconds.
  public var seconds: Double { Double(frameCount) / Double(sampleRate) }
  /// The greatest magnitude of any sample in dBFS; nil for silence.
  public var peakDecibels: Double? { peak.decibels }
}
