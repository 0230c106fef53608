import TactusMIDI
import TactusSequencer
import TactusSynth

/// Determines which notes of a timeline are audible in a render range: those that start in it, and those whose keys are
/// down at its first frame. The settings can leave out the latter.
struct HeardNotes {
  /// The events within the render range.
  private let events: Range<Int>
  /// The indices of earlier note-ons whose notes are audible.
  private let held: Set<Int>

  init(_ timeline: EventTimeline, _ renderRange: RenderRange) {
    let first = timeline.firstIndex { $0.frame >= renderRange.first } ?? timeline.endIndex
    let hearsHeld = renderRange.heldNotes != .leftOut && renderRange.first > 0
    held = hearsHeld ? RangeOpening(timeline, before: renderRange.first).heldIndices : []
    let end = renderRange.isCut ? timeline[first...].firstIndex { $0.frame >= renderRange.end } : nil
    events = first..<(end ?? timeline.endIndex)
  }

  /// Whether the note that starts with this event is audible.
  func contains(_ index: Int) -> Bool { events.contains(index) || held.contains(index) }

  func count(in timeline: EventTimeline) -> Int {
    timeline[events].count { $0.message.startsNote } + held.count
  }

  /// Returns the presets that audible notes need but the bank does not have. Channels without voices follow the whole
  /// timeline, and receive no other notes.
  func missingPresets(in timeline: EventTimeline, _ bouncer: Bouncer) -> [MissingPreset] {
    let channels = ChannelInterpreter(
      bank: bouncer.bank, bankSelect: bouncer.settings.synth.bankSelect, voices: NoVoices())
    for (index, event) in timeline.enumerated() where !event.message.startsNote || contains(index) {
      channels.receive(event.message)
    }
    return channels.missingPresets
  }
}
