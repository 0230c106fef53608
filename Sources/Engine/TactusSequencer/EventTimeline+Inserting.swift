import TactusMIDI

extension EventTimeline {
  /// The same timeline with messages in front of some of its events, on the same frame.
  ///
  /// - Parameter message: what comes before an event; nil for nothing.
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
