import TactusMIDI

extension EventTimeline {
  /// Returns a copy of the timeline with all its events replaced by these; tempi and end stay the same.
  ///
  /// - Parameter events: ascending by frame.
  package func replacing(_ events: [TimelineEvent]) -> EventTimeline {
    var programs = ProgramTracker()
    for event in events {
      switch event.message.status & 0xF0 {
      case 0x90 where event.message.isForChannel && !event.message.isSilentNoteOn: programs.noteOn(event.message)
      case 0xB0 where event.message.isForChannel: programs.controller(event.message)
      case 0xC0 where event.message.isForChannel: programs.program(event.message)
      default: break
      }
    }
    let storage = UnsafeMutableBufferPointer<TimelineEvent>.allocate(capacity: events.count)
    _ = storage.initialize(from: events)
    return EventTimeline(
      storage: UnsafeBufferPointer(storage), clock: clock, endTick: endTick, notes: programs.notes,
      hangingNotes: hangingNoteCount, programs: programs.uses, systemMessages: systemMessages)
  }
}
