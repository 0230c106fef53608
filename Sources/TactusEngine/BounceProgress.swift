import TactusSynth

/// How far a bounce is.
public struct BounceProgress: Hashable, Sendable {
  /// Frames rendered so far.
  public var frame: Int64
  /// Frames up to the song's end, lead-in included; the tail comes after them.
  public var songFrames: Int64
  /// Frames per second.
  public var sampleRate: Int
  /// Voices that sound now.
  public var voices: Int

  /// The position in seconds.
  public var seconds: Double { Double(frame) / Double(sampleRate) }
  /// The part of the song that is done, 0…1; the tail counts as nothing.
  public var fraction: Double { songFrames > 0 ? min(1, Double(frame) / Double(songFrames)) : 1 }
}

/// What a bounce came to.
public struct BounceReport: Hashable, Sendable {
  /// Frames rendered, from the first of the lead-in to the last of the tail.
  public var frameCount: Int64
  /// Frames per second.
  public var sampleRate: Int
  /// The greatest magnitude of any sample; 1 is full scale.
  public var peak: Float
  /// Notes of the song.
  public var noteCount: Int
  /// What the synthesizer counted.
  public var synth: SynthCounters
  /// What the bank does not have of what the notes asked for.
  public var missingPresets: [MissingPreset]
  /// Whether something still sounded when the tail's maximum or the maximum length was reached.
  public var isTailCut: Bool

  /// The length in seconds.
  public var seconds: Double { Double(frameCount) / Double(sampleRate) }
}
