import TactusProcessors
import TactusRender
import TactusSequencer
import TactusTime

/// The sequencer of a plug-in, and memory for its events.
struct SequencerKernel {
  let sequencer: UnsafeMutablePointer<SequencerCore>
  let buffer: UnsafeMutableBufferPointer<TimedEvent>
  /// The pattern that plays unless the control side has published a sequence with tracks.
  let pattern: UnsafeMutablePointer<LanePattern>

  /// Returns the events of the sequencer, together with the incoming events.
  func play(_ cycle: RenderCycle, _ events: EventList) -> EventList {
    if cycle.frameCount > 0, let version = pattern.pointee.newVersion() {
      sequencer.pointee.play(substitute: version)
    }
    return EventList(start: buffer.baseAddress, count: sequencer.pointee.render(cycle, input: events, into: buffer))
  }

  /// Returns note-offs for all sounding notes of the sequencer.
  func finish() -> EventList {
    EventList(start: buffer.baseAddress, count: sequencer.pointee.finish(into: buffer))
  }
}
