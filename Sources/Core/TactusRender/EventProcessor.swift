/// Adds, changes or removes events, one cycle at a time.
///
/// Control code calls `prepare` before the first cycle; the audio thread calls `render` and `reset`. Processors can be
/// connected in series: the output of one is the input of the next, in the same cycle.
///
/// These laws hold for every processor: The offsets in its output ascend and are within the cycle. Every note-off in
/// the output belongs to a note-on in the output, or to a note-on that arrived before the processor started. A span of
/// frames yields the same events on the same frames, whether it is rendered in one cycle or in several.
public protocol EventProcessor: AnyObject {
  /// Prepares for cycles of at most `maximumFrameCount` frames. May allocate.
  /// - Thread: control
  func prepare(sampleRate: Int, maximumFrameCount: Int)
  /// Discards everything, including sounding notes, and returns to the state after `prepare`. Does not allocate.
  /// - Thread: audio
  func reset()
  /// Returns the cycle's events, which are valid until the next call.
  ///
  /// - Parameters:
  ///   - cycle: the frames and the musical context to process.
  ///   - events: the input, ascending by offset.
  /// - Thread: audio
  func render(_ cycle: RenderCycle, events: EventList) -> EventList
}
