import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

/// The sequencer on the audio thread: hands out the events of a compiled sequence, cycle by cycle, each exactly once.
///
///     snapshot ─► lanes: a cursor each ─► queue ─┐
///     commands ─► transport ─► line ─────────────┼─► (tick, rank, lane) ─► offset ─► output
///     host     ─►   (which tick, which frame)    │
///     notes that sound ─► by their end ──────────┘
///
/// - **A cursor, not a window.** ``position`` is the first tick that has not been played. A cycle plays from there to the
///   first tick of the next cycle, which follows from the line; nothing is recomputed from the host's beat, so nothing is
///   skipped or repeated whatever its rounding. Only a discontinuity moves the cursor: what sounds is released, the lanes
///   go to the new place, and their state is chased.
/// - **Order**: (tick, rank, lane, place in the lane), where note-offs come before other messages and these before
///   note-ons. A frame has several ticks where ticks are short; their order stays.
/// - **A note is one thing**: with its note-on its note-off is scheduled (``NoteTracker``), and holds the channel, port and
///   key of its note-on, whatever is edited meanwhile.
/// - **Room**: a note only begins if the buffer has room for it, its note-off, and those of all that sounds.
///
/// It is a value over memory that its maker owns (see ``SequencerMemory``).
/// - Thread: audio
package struct SequencerCore {
  let settings: SequencerSettings
  var header: UnsafePointer<SequenceHeader>?
  // Lanes.
  var cursors: UnsafeMutablePointer<LaneCursor>
  var otherCursors: UnsafeMutablePointer<LaneCursor>
  /// What the lanes were before the last edit, by their place.
  var traces: UnsafeMutablePointer<LaneTrace>
  var otherTraces: UnsafeMutablePointer<LaneTrace>
  var traceCount = 0
  var queue: LaneQueue
  var tracker: NoteTracker
  var chase: ChaseMemory
  /// Room for what each lane has said, while it is chased.
  let histories: UnsafeMutablePointer<LaneHistory>
  // Where we are.
  /// Frames since the player was made.
  package var now: Int64 = 0
  /// The first tick that has not been played.
  package var position: Tick = 0
  /// Lanes that do not play in a count-in wait for this tick.
  var firstTick: Tick = .min
  var line: PlaybackTickMap?
  package var isRolling = false
  var host: HostFollower
  var transport = OwnTransport()
  package var counters = SequencerCounters()
  var isFilling = false
  /// Where its own transport stops, and ends what sounds there.
  package var stopTick: Tick = .max
  /// Whether nothing of its own is sent.
  var isBypassed = false
  /// Whether messages have been played since the chase at ``chasedTick``.
  var hasMoved = true
  var chasedTick: Tick = .min
  /// What whoever renders asks of the transport, done at the beginning of the next cycle after what the control side asks.
  package var request: TransportCommand?
  /// Whether the packets of a system-exclusive message are being left out.
  var isDroppingPackets = false

  // The other side.
  let snapshots: SnapshotReader<SequenceHeader>
  let commands: RingConsumer<TransportCommand>
  let reports: RingProducer<PlayedEvent>
  let playhead: StateWriter<Playhead>
  /// What has come in in this cycle, and how much of it has been told.
  var input = EventList(start: nil, count: 0)
  var reported = 0
  /// Where this cycle, or its last pass, has begun.
  var begun: Tick = 0
  /// The first frame of this cycle, as the host counts.
  var firstFrame: Int64 = 0

  init(settings: SequencerSettings, sampleRate: SampleRate, memory: SequencerMemory) {
    self.settings = settings
    host = HostFollower(sampleRate: sampleRate.hertz, ticksPerQuarter: 1, rounding: settings.beatRounding)
    cursors = memory.cursors
    otherCursors = memory.otherCursors
    traces = memory.traces
    otherTraces = memory.otherTraces
    queue = LaneQueue(memory.turns)
    tracker = NoteTracker(notes: memory.notes, counts: memory.counts, capacity: settings.mostSounding)
    (chase, histories) = (memory.chase, memory.histories)
    snapshots = memory.snapshots.reader
    commands = memory.commands.consumer
    reports = memory.reports.producer
    playhead = memory.playhead.writer
  }

  /// Writes the events of a cycle to `buffer`, ascending by offset, with those of `input` among them; gives their number.
  ///
  /// What the control side has published and asked for takes effect at the cycle's first frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func render(
    _ cycle: RenderCycle, input: EventList, into buffer: UnsafeMutableBufferPointer<TimedEvent>
  ) -> Int {
    let frames = max(0, min(cycle.frameCount, 1 << 30))
    guard frames > 0 else { return 0 }
    let passed = settings.passesInput ? input : EventList(start: nil, count: 0)
    var output = EventOutput(buffer, input: passed, frames: frames)
    firstFrame = cycle.firstFrame
    (self.input, reported) = (input, 0)
    let wasRolling = isRolling
    takeSnapshot(&output)
    for _ in 0..<commands.count {
      if let command = commands.pop() { apply(command, &output) }
    }
    if let request { apply(request, &output) }
    request = nil
    if transport.isOwn { followTransport(&output) } else { followHost(cycle.context, frames, &output) }
    if isRolling {
      roll(frames, &output)
    } else {
      if wasRolling { stopped() }
      settleDown(&output)
    }
    reportInput(before: .max)
    output.passInput()
    counters.droppedInput &+= UInt64(output.inputLeft)
    now &+= Int64(frames)
    playhead.publish(
      Playhead(frame: cycle.firstFrame &+ Int64(frames), tick: position, isRolling: isRolling, counters: counters))
    return output.count
  }

  /// Stops, and writes what ends all that sounds, at offset 0: for the last cycle before a unit is switched off. Goes on
  /// in the next cycle where the buffer has no room.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func finish(into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    var output = EventOutput(buffer, input: EventList(start: nil, count: 0), frames: 1)
    isRolling = false
    hasMoved = true
    host.forgetPlace()
    settleDown(&output)
    return output.count
  }

  /// Plays the cycle, and its wraps.
  private mutating func roll(_ frames: Int, _ output: inout EventOutput) {
    let end = now &+ Int64(frames)
    begun = position
    while line != nil {
      let wrap = nextWrap(before: end)
      let limit = wrap?.endTick ?? firstTick(notBefore: end)
      if transport.isOwn, limit >= stopTick, position < stopTick { return stop(&output) }
      guard play(until: limit, &output), let wrap else { break }
      reportInput(before: wrap.frame &- now)
      perform(wrap, &output)
    }
  }

  /// Plays up to the tick where its own transport stops; what sounds ends there.
  private mutating func stop(_ output: inout EventOutput) {
    guard play(until: stopTick, &output) else { return }
    release(at: frame(atTick: stopTick) &- now, &output)
    (isRolling, hasMoved) = (false, true)
  }

  /// Plays what lies before a tick; false if the buffer has no room for note-offs that are due.
  mutating func play(until limit: Tick, _ output: inout EventOutput) -> Bool {
    var (tick, offset): (Tick, Int64) = (.min, 0)
    while true {
      let due = tracker.nextDue
      let next = due <= queue.nextTick ? due : queue.nextTick
      guard next < limit else { break }
      if next != tick {
        tick = next
        offset = frame(atTick: tick) &- now
      }
      if due == next {
        guard output.room > 0 else {
          position = max(position, tick)
          return false
        }
        let note = tracker.removeNext()
        emit(note.noteOff, at: offset, tick: max(tick, position), track: note.track, &output)
      } else {
        playHead(of: queue.lane, at: offset, &output)
      }
    }
    position = max(position, limit)
    return true
  }

  /// Plays the event whose turn it is.
  private mutating func playHead(of index: Int, at offset: Int64, _ output: inout EventOutput) {
    let lane = header.unsafelyUnwrapped.pointee.lanes.unsafelyUnwrapped + index
    let cursor = cursors + index
    if cursor.pointee.isNote {
      begin(lane, cursor, at: offset, &output)
    } else if !isBypassed {
      let message = lane.pointee.messages.unsafelyUnwrapped[cursor.pointee.message].message
      send(
        lane.pointee.placed(message), at: offset, tick: cursor.pointee.nextTick, track: lane.pointee.track, &output)
      hasMoved = true
    }
    cursor.pointee.advance(lane.pointee)
    queue.update(cursor.pointee)
  }

  /// Begins the note whose turn it is, if its chance is met.
  private mutating func begin(
    _ lane: UnsafePointer<Lane>, _ cursor: UnsafePointer<LaneCursor>, at offset: Int64, _ output: inout EventOutput
  ) {
    let note = lane.pointee.notes.unsafelyUnwrapped + cursor.pointee.note
    let pass = cursor.pointee.pass
    let seed = header.unsafelyUnwrapped.pointee.seed
    guard !isBypassed, note.pointee.plays(in: pass, of: lane, seed: seed, isFilling: isFilling) else { return }
    guard let noteOn = lane.pointee.transposed(note.pointee.noteOn(in: pass, of: lane, seed: seed)) else {
      counters.outOfRange &+= 1
      return
    }
    let began = cursor.pointee.nextTick
    start(noteOn, note.pointee, lane, began: began, in: cursor.pointee.present, at: offset, &output)
  }
}
