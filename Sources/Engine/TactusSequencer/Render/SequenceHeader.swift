import TactusTime

/// A compiled sequence as the audio thread reads it: plain memory, kept alive by its ``SequenceTimeline``.
///
/// - Thread: audio
package struct SequenceHeader {
  package var tracks: UnsafePointer<CompiledTrack>?
  package var trackCount: Int
  /// The ticks per quarter note.
  package var ticksPerQuarter: Int64
  /// The random seed, which is combined with track, pass and step.
  package var seed: UInt64
  /// The tempo map at the sample rate for which the sequence was compiled.
  package var cursor: FrameCursor
}
