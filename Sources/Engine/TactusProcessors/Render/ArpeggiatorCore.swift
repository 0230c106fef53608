import Synchronization
import TactusMIDI
import TactusRender
import TactusTime

/// Runs an arpeggiator by itself, cycle by cycle, as a chain runs one that has no other effects.
///
/// - Thread: audio
package struct ArpeggiatorCore {
  /// What it is set to; may change before each cycle.
  package var controls = ArpeggiatorControls()
  private let state: UnsafeMutablePointer<ArpeggiatorState>
  private let output: UnsafeMutablePointer<EventWriterState>
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let mostHeld: Int
  private var cycle: StageCycle
  private var beats: BeatFollower
  /// How many events and notes have found no room.
  package private(set) var dropped = 0

  init(
    state: UnsafeMutablePointer<ArpeggiatorState>, output: UnsafeMutablePointer<EventWriterState>,
    buffer: UnsafeMutableBufferPointer<TimedEvent>, mostHeld: Int, sampleRate: SampleRate,
    parameters: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.state, self.output, self.buffer, self.mostHeld) = (state, output, buffer, mostHeld)
    beats = BeatFollower(sampleRate: sampleRate.hertz)
    cycle = StageCycle(
      sampleRate: sampleRate.hertz, course: beats.follow(MusicalContext(), now: 0, frames: 0), parameters: parameters)
  }

  /// The cycle's events, offsets 0 ..< frameCount, ascending: valid until the next call.
  ///
  /// - Parameter input: what comes in, ascending by offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ wanted: RenderCycle, _ input: EventList) -> EventList {
    cycle.frames = max(0, min(wanted.frameCount, 1 << 30))
    cycle.context = wanted.context
    cycle.course = beats.follow(cycle.context, now: cycle.firstFrame, frames: cycle.frames)
    defer { cycle.firstFrame &+= Int64(cycle.frames) }
    let stage = controls.stage(state)
    if controls.isBypassed, stage.isIdle(), output.pointee.canPass(input) {
      output.pointee.notes.pass(input)
      return input
    }
    guard let first = buffer.baseAddress else { return input }
    var writer = EventWriter(
      first, capacity: buffer.count, sounding: mostHeld, frames: cycle.frames, memory: output)
    stage.render(cycle, input, &writer)
    dropped &+= writer.dropped
    return EventList(start: first, count: writer.count)
  }

  /// Forgets everything, also what sounds.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    controls.stage(state).reset()
    output.pointee.reset()
    beats = BeatFollower(sampleRate: cycle.sampleRate)
    cycle.firstFrame = 0
  }
}
