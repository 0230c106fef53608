import TactusRender

/// What an ``EventWriter`` remembers of an effect's output from cycle to cycle.
package struct EventWriterState: Sendable {
  /// What has been lost of system-exclusive messages.
  package var exclusive = ExclusiveGate()
  /// The notes that have passed or were left out.
  package var notes: PassedNotes

  init(notes: PassedNotes) { self.notes = notes }

  /// Whether nothing that is still to come has to be left out.
  var isIdle: Bool { exclusive.isOpen && notes.refused == 0 }

  /// Whether all events of a cycle can pass as they are.
  func canPass(_ events: EventList) -> Bool { exclusive.isOpen && notes.hasRoom(for: events) }

  /// Forgets all.
  mutating func reset() {
    exclusive = ExclusiveGate()
    notes.reset()
  }
}
