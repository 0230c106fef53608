import Synchronization
import TactusMIDI
import TactusRender
import TactusTime

/// Runs a single arpeggiator cycle by cycle, like a chain that contains no other effects.
///
/// - Thread: audio
package struct ArpeggiatorCore {
  /// The settings; they may change before each cycle.
  package var controls = ArpeggiatorControls()
  private let state: UnsafeMutablePointer<ArpeggiatorState>
  private let output: UnsafeMutablePointer<EventWriterState>
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let mostHeld: Int
  private var cycle: StageCycle
  private var beats: BeatFollower
  /// The number of events and notes that were dropped for lack of room.
  package private(set) var dropped = 0

  init(
    state: UnsafeMutablePointer<ArpeggiatorState>, output: UnsafeMutablePointer<EventWriterState>,
    buffer: UnsafeMutableBufferPointer<TimedEvent>, mostHeld: Int, sampleRate: SampleRate,
    parameters: UnsafeMutablePointer<Atomic<Int>>
  ) {
    (self.state, self.output, self.buffer, self.mostHeld) = (state, output, buffer, mostHeld)
    beats = BeatFollower(sampleRate: sampleRate.hertz)
    cycle = StageCycle(
      sampleRate: sampleRate.hertz, beatMap: beats.follow(MusicalContext(), now: 0, frames: 0), parameters: parameters)
  }

  /// Returns the cycle's output events in ascending order of their offsets, 0 ..< frameCount; the list is valid until
  /// the next call.
  ///
  /// - Parameter input: the incoming events, ascending by offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(_ wanted: RenderCycle, _ input: EventList) -> EventList {
    cycle.frames = max(0, min(wanted.frameCount, 1 << 30))
    cycle.context = wanted.context
    cycle.beatMap = beats.follow(cycle.context, now: cycle.firstFrame, frames: cycle.frames)
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

  /// Clears all state, including sounding notes.
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
