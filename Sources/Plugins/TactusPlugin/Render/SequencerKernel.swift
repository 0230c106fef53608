import TactusRender
import TactusSequencer

/// The sequencer of a plug-in, and memory for its events.
struct SequencerKernel {
  let sequencer: UnsafeMutablePointer<SequencerCore>
  let buffer: UnsafeMutableBufferPointer<TimedEvent>

  /// Returns the events of the sequencer and the incoming ones.
  func play(_ cycle: RenderCycle, _ events: EventList) -> EventList {
    EventList(start: buffer.baseAddress, count: sequencer.pointee.render(cycle, input: events, into: buffer))
  }

  /// Returns the note-offs of all its notes.
  func finish() -> EventList {
    EventList(start: buffer.baseAddress, count: sequencer.pointee.finish(into: buffer))
  }
}
