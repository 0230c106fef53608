import TactusMIDI
import TactusRender

/// Delays events that bypass the MIDI effects by the latency of the effects. Hosts compensate the latency that a
/// plug-in reports whether the plug-in is bypassed or not; without this delay, its events would be early while it is
/// bypassed.
///
///     events that bypass the effects ──► wait for the latency ──► out, in the order of arrival
///
/// Without latency, events pass at once and are not copied.
/// - Thread: audio
struct BypassDelay {
  private var waiting: HostEventPort
  /// The first frame of the next sub-block, not counting those in which no event waited.
  private var frame: Int64 = 0
  /// The frame of the last event that was received. Later events are not sent before it, even if the latency has
  /// decreased.
  private var last: Int64 = 0

  init(_ waiting: HostEventPort) { self.waiting = waiting }

  /// Whether no event waits.
  var isEmpty: Bool { waiting.isEmpty() }

  /// Delays the events of a sub-block.
  ///
  /// - Parameters:
  ///   - events: ascending by offset.
  ///   - chained: the events that pass to the effects in the same sub-block. Those that end all notes are also sent after
  ///     the events that wait, because the notes among these would start later and never end.
  ///   - latency: the delay in frames, at least 0.
  ///   - frames: the number of frames in the sub-block, at least 1.
  ///   - isBypassed: whether no event passes through the effects. Otherwise, these must not overtake the events that
  ///     wait: if the latency has decreased, all of them are sent on the first frame.
  /// - Returns: the events whose time has come, ascending by offset; valid until the next call.
  mutating func pass(
    _ events: EventList, alongside chained: EventList, after latency: Int64, frames: Int, isBypassed: Bool
  ) -> EventList {
    if waiting.isEmpty(), latency == 0 || events.count == 0 { return events }
    if !isBypassed, !waiting.isEmpty(), last >= frame &+ latency { frame = last }
    waiting.begin(RenderCycle(firstFrame: frame, frameCount: frames))
    for event in events {
      last = max(last, frame &+ Int64(event.offset) &+ latency)
      waiting.receive(event.message, at: HostEventTime.immediate(after: last &- frame))
    }
    for event in chained where event.message.endsAllNotes {
      last = max(last, frame &+ Int64(event.offset) &+ latency)
      waiting.receive(event.message, at: HostEventTime.immediate(after: last &- frame))
    }
    frame &+= Int64(frames)
    return waiting.end()
  }

  /// Whether an event waits that starts or ends a note of a key, and is due less than `frames` frames after the
  /// sub-block.
  func holdsNote(ofKey keyIndex: Int, within frames: Int64) -> Bool {
    waiting.holdsNote(ofKey: keyIndex, within: frames)
  }

  /// Returns the events that are due less than `frames` frames after the sub-block, and no longer delays them; valid
  /// until the next call.
  mutating func takeEarly(within frames: Int64) -> EventList { waiting.takeEarly(within: frames) }

  /// Sends the waiting events at once, except note-ons, because a new bypass ends all notes.
  mutating func finish(_ output: inout NoteOutput, at offset: Int32) {
    guard !waiting.isEmpty() else { return }
    let frames = max(1, last &- frame &+ 1)
    waiting.begin(RenderCycle(firstFrame: frame, frameCount: Int(frames)))
    for event in waiting.end() where !event.message.startsNote { output.add(event.message, at: offset) }
    frame &+= frames
  }

  /// Discards the waiting events.
  mutating func reset() {
    waiting.reset()
    last = frame
  }
}
