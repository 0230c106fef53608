/// What makes, changes or takes away events, one cycle at a time.
///
/// Control code calls `prepare` before the first cycle; the audio thread calls `render` and `reset`. Processors can stand
/// in a row: what one gives is what the next one is given, in the same cycle.
///
/// Laws: offsets ascend and lie in the cycle; every note-off of the result belongs to a note-on of it, or to one that
/// came in before the processor had begun; rendering a stretch in one cycle or in any partition gives the same events on
/// the same frames.
public protocol EventProcessor: AnyObject {
  /// Makes ready for cycles of at most `maximumFrameCount` frames. May allocate.
  /// - Thread: control
  func prepare(sampleRate: Int, maximumFrameCount: Int)
  /// Forgets everything, also what sounds, and returns to the state after `prepare`. Does not allocate.
  /// - Thread: audio
  func reset()
  /// The cycle's events: valid until the next call.
  ///
  /// - Parameter events: what comes in, ascending by offset.
  /// - Thread: audio
  func render(_ cycle: RenderCycle, events: EventList) -> EventList
}
