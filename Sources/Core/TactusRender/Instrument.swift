import TactusRealtime

/// Renders events to audio, one cycle at a time.
///
/// Control code calls `prepare` before the first cycle; the audio thread calls `render` and `reset`.
public protocol Instrument: AnyObject {
  /// Prepares for cycles of at most `maximumFrameCount` frames. May allocate.
  /// - Thread: control
  func prepare(sampleRate: Int, maximumFrameCount: Int)
  /// Silences everything and returns to the state after `prepare`. Does not allocate.
  /// - Thread: audio
  func reset()
  /// Writes (not adds) the cycle's frames to the block; events take effect on their own frame.
  /// - Thread: audio
  func render(_ cycle: RenderCycle, events: EventList, into block: AudioBlock)
}
