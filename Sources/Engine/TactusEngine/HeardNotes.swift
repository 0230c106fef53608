import TactusSequencer

/// Which notes of a timeline are heard in a passage: those that begin in it, and those whose keys are down at its first
/// frame, unless these are left out.
struct HeardNotes {
  /// The events that are due in the passage.
  private let events: Range<Int>
  /// The note-ons before it whose notes are heard.
  private let held: Set<Int>

  init(_ timeline: EventTimeline, _ passage: Passage) {
    let first = timeline.firstIndex { $0.frame >= passage.first } ?? timeline.endIndex
    let hearsHeld = passage.heldNotes != .leftOut && passage.first > 0
    held = hearsHeld ? RangeOpening(timeline, before: passage.first).heldIndices : []
    let end = passage.isCut ? timeline[first...].firstIndex { $0.frame >= passage.end } : nil
    events = first..<(end ?? timeline.endIndex)
  }

  /// Whether the note is heard that the event of this index begins.
  func contains(_ index: Int) -> Bool { events.contains(index) || held.contains(index) }

  func count(in timeline: EventTimeline) -> Int {
    timeline[events].count { $0.message.startsNote } + held.count
  }
}
