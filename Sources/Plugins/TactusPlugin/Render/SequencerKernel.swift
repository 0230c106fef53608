import TactusRender
import TactusSequencer

/// The sequencer of a plug-in, and memory for its events.
struct SequencerKernel {
  let sequencer: UnsafeMutablePointer<SequencerCore>
  let buffer: UnsafeMutableBufferPointer<TimedEvent>

  /// Returns the events of the sequencer, together with the incoming events.
  func play(_ cycle: RenderCycle, _ events: EventList) -> EventList {
    EventList(start: buffer.baseAddress, count: sequencer.pointee.render(cycle, input: events, into: buffer))
  }

  /// Returns note-offs for all sounding notes of the sequencer.
  func finish() -> EventList {
    EventList(start: buffer.baseAddress, count: sequencer.pointee.finish(into: buffer))
  }
}
