import TactusMIDI

extension EventTimeline {
  /// Returns a copy of the timeline with messages inserted before some of its events, on the same frame.
  ///
  /// - Parameter message: returns the message to insert before an event; nil for none.
  package func inserting(before message: (TimelineEvent) -> ChannelMessage?) -> EventTimeline {
    var events: [TimelineEvent] = []
    events.reserveCapacity(count + 64)
    for event in self {
      if let message = message(event) { events.append(TimelineEvent(frame: event.frame, message: message)) }
      events.append(event)
    }
    let storage = UnsafeMutableBufferPointer<TimelineEvent>.allocate(capacity: events.count)
    _ = storage.initialize(from: events)
    return EventTimeline(
      storage: UnsafeBufferPointer(storage), clock: clock, endTick: endTick, notes: noteCount,
      hangingNotes: hangingNoteCount, programs: programs, systemMessages: systemMessages)
  }
}
