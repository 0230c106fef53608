import TactusRender

/// The state of an effect's output that an ``EventWriter`` keeps from cycle to cycle.
package struct EventWriterState: Sendable {
  /// The system-exclusive messages that have lost packets.
  package var exclusive = ExclusiveGate()
  /// The notes that have passed or been dropped.
  package var notes: PassedNotes

  init(notes: PassedNotes) { self.notes = notes }

  /// Whether no current system-exclusive message has lost a packet, and the effect waits for no note-off of a dropped
  /// note.
  var isIdle: Bool { exclusive.isOpen && notes.refused == 0 }

  /// Whether all events of a cycle can pass unchanged.
  func canPass(_ events: EventList) -> Bool { exclusive.isOpen && notes.hasRoom(for: events) }

  /// Clears everything.
  mutating func reset() {
    exclusive = ExclusiveGate()
    notes.reset()
  }
}
