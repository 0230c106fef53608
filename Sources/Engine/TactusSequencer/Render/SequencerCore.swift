import TactusMIDI
import TactusRealtime
import TactusRender
import TactusTime

/// The sequencer on the audio thread: returns the events of a compiled sequence, cycle by cycle, each exactly once.
///
///     snapshot ─► tracks: a cursor each ─► queue ─┐
///     commands ─► transport ─► line ──────────────┼─► (tick, rank, track) ─► offset ─► output
///     host     ─►   (which tick, which frame)     │
///     notes that sound ─► by their end ───────────┘
///
/// - **A cursor instead of a window.** ``position`` is the first tick that has not been played. A cycle plays from
///   there up to the first tick of the next cycle, which the tick map determines. Positions are not recomputed from the
///   host's beat, so its rounding can neither skip nor repeat an event. Only a discontinuity moves the cursor: sounding
///   notes are released, the tracks move to the new position, and their state is chased.
/// - **Order**: (tick, rank, track, index in the track). Note-offs rank before other messages, and these before
///   note-ons. If several ticks fall on one frame, the events keep the order of these ticks.
/// - **A note is one unit**: the note-on schedules its note-off (``NoteTracker``), which keeps the channel, port and
///   key of the note-on even if the note is edited meanwhile.
/// - **Room**: a note starts only if the buffer has room for its note-on, its note-off, and the note-offs of all
///   sounding notes.
///
/// It is a value whose pointers refer to memory that its creator owns (see ``SequencerMemory``).
/// - Thread: audio
package struct SequencerCore {
  let settings: SequencerSettings
  var header: UnsafePointer<SequenceHeader>?
  /// The version that the control side has published last.
  var published: UnsafePointer<SequenceHeader>?
  /// The version that plays while the published sequence has no tracks; nil for none.
  var substitute: UnsafePointer<SequenceHeader>?
  // Compiled tracks.
  var cursors: UnsafeMutablePointer<TrackCursor>
  var otherCursors: UnsafeMutablePointer<TrackCursor>
  /// The summary of each track in the current version, by track index.
  var summaries: UnsafeMutablePointer<TrackSummary>
  var otherSummaries: UnsafeMutablePointer<TrackSummary>
  var summaryCount = 0
  var queue: NextEventQueue
  var tracker: NoteTracker
  var chase: ChaseMemory
  /// Memory for the message history of each track during a chase.
  let histories: UnsafeMutablePointer<MessageHistory>
  /// Memory for the last start on each key during a chase of notes.
  let noteStarts: UnsafeMutablePointer<NoteStart>
  // Position.
  /// The number of frames rendered since the sequencer was created.
  package var now: Int64 = 0
  /// The first tick that has not been played.
  package var position: Tick = 0
  /// The tick at which the count-in ends, and at which the tracks that do not play during the count-in start.
  var firstTick: Tick = .min
  var line: PlaybackTickMap?
  /// The last wrap of the internal transport: its frame, and the length of the cycle region in units of
  /// 1/`numeratorsPerFrame` of a frame.
  var lastWrap: (frame: Int64, length: Int128) = (.min, 0)
  package var isRolling = false
  var host: HostFollower
  var transport = OwnTransport()
  package var counters = SequencerCounters()
  var isFilling = false
  /// The tick at which the internal transport stops and sounding notes end, in ticks of the present sequence. A cycle
  /// region that ends at this tick repeats. See ``stop(atTick:ticksPerQuarter:)``.
  package var stopTick: Tick = .max
  /// The tick from which playback has been continuous: the target of the last seek or wrap.
  var located: Tick = 0
  /// Whether the sequencer only passes its input on, and sends no events from the sequence.
  var isBypassed = false
  /// Whether a wrap to ``chasedTick`` must chase the state again, for example because messages have been played since.
  var hasMoved = true
  var chasedTick: Tick = .min
  /// A transport request from the renderer. It is executed at the start of the next cycle, after the requests from the
  /// control side.
  package var request: TransportCommand?
  /// Whether the packets of a system-exclusive message are being dropped.
  var isDroppingPackets = false

  // The control side.
  let snapshots: SnapshotReader<SequenceHeader>
  let commands: RingConsumer<TransportCommand>
  let reports: RingProducer<PlayedEvent>
  let playhead: StateWriter<Playhead>
  /// The input of this cycle.
  var input = EventList(start: nil, count: 0)
  /// The number of input events of this cycle that have been reported.
  var reported = 0
  /// The tick at which this cycle started or, if a wrap has occurred in this cycle, the tick to which the last wrap
  /// jumped.
  var begun: Tick = 0
  /// The first frame of this cycle, as counted by the host.
  var firstFrame: Int64 = 0

  init(settings: SequencerSettings, sampleRate: SampleRate, memory: SequencerMemory) {
    self.settings = settings
    host = HostFollower(sampleRate: sampleRate.hertz, ticksPerQuarter: 1, rounding: settings.beatRounding)
    cursors = memory.cursors
    otherCursors = memory.otherCursors
    summaries = memory.summaries
    otherSummaries = memory.otherSummaries
    queue = NextEventQueue(memory.turns)
    tracker = NoteTracker(notes: memory.notes, counts: memory.counts, capacity: settings.mostSounding)
    (chase, histories, noteStarts) = (memory.chase, memory.histories, memory.noteStarts)
    snapshots = memory.snapshots.reader
    commands = memory.commands.consumer
    reports = memory.reports.producer
    playhead = memory.playhead.writer
  }

  /// Writes the events of a cycle to `buffer`, ascending by offset and merged with `input`; returns their number.
  ///
  /// Publications and requests from the control side take effect at the cycle's first frame.
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
    // Counted first: a version that was published before a request is then acquired before the request is executed.
    let waiting = commands.count
    takeSnapshot(&output)
    for _ in 0..<waiting {
      if let command = commands.pop() { apply(command, &output) }
    }
    if let request { apply(request, &output) }
    request = nil
    if transport.isOwn { followTransport(&output) } else { followHost(cycle.context, frames, &output) }
    if isRolling {
      roll(frames, &output)
    } else {
      if wasRolling { stopped() }
      releaseWhileStopped(&output)
    }
    reportInput(before: .max)
    output.passInput()
    counters.droppedInput &+= UInt64(output.inputLeft)
    publishPlayhead(frame: cycle.firstFrame &+ Int64(frames))
    now &+= Int64(frames)
    return output.count
  }

  /// Stops, and writes the note-offs of all sounding notes at offset 0, in the last cycle before a unit is switched
  /// off. Note-offs for which the buffer has no room are written in the next cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func finish(into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int {
    var output = EventOutput(buffer, input: EventList(start: nil, count: 0), frames: 1)
    isRolling = false
    hasMoved = true
    host.forgetPosition()
    releaseWhileStopped(&output)
    return output.count
  }

  /// Plays the cycle, including its wraps.
  private mutating func roll(_ frames: Int, _ output: inout EventOutput) {
    let end = now &+ Int64(frames)
    begun = position
    while line != nil {
      let wrap = nextWrap(before: end)
      let limit = wrap?.endTick ?? firstTick(notBefore: end)
      if stops(before: limit) { return stop(&output) }
      guard play(until: limit, &output), let wrap else { break }
      reportInput(before: wrap.frame &- now)
      perform(wrap, &output)
    }
  }

  /// Whether the internal transport stops before a tick, at the latest the end of the cycle region. Playback that was
  /// started at or beyond ``stopTick`` continues.
  private func stops(before limit: Tick) -> Bool {
    transport.isOwn && located < stopTick && position <= stopTick && stopTick < limit
  }

  /// Plays up to the tick at which the internal transport stops; sounding notes end there.
  private mutating func stop(_ output: inout EventOutput) {
    guard play(until: stopTick, &output) else { return }
    release(at: frame(atTick: stopTick) &- now, &output)
    (isRolling, hasMoved) = (false, true)
  }

  /// Plays all events before a tick; returns false if the buffer has no room for note-offs that are due.
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
        playHead(of: queue.trackIndex, at: offset, &output)
      }
    }
    position = max(position, limit)
    return true
  }

  /// Plays the next event of a track.
  private mutating func playHead(of index: Int, at offset: Int64, _ output: inout EventOutput) {
    let track = header.unsafelyUnwrapped.pointee.tracks.unsafelyUnwrapped + index
    let cursor = cursors + index
    if cursor.pointee.isNote {
      begin(track, cursor, at: offset, &output)
    } else if !isBypassed {
      let message = track.pointee.messages.unsafelyUnwrapped[cursor.pointee.message].message
      send(
        track.pointee.placed(message), at: offset, tick: cursor.pointee.nextTick, track: track.pointee.id, &output)
      hasMoved = true
    }
    cursor.pointee.advance(track.pointee)
    queue.update(cursor.pointee)
  }

  /// Starts the track's next note, unless its ``StepChance`` skips it.
  private mutating func begin(
    _ track: UnsafePointer<CompiledTrack>, _ cursor: UnsafePointer<TrackCursor>, at offset: Int64,
    _ output: inout EventOutput
  ) {
    let note = track.pointee.notes.unsafelyUnwrapped + cursor.pointee.note
    let pass = cursor.pointee.pass
    let seed = header.unsafelyUnwrapped.pointee.seed
    guard !isBypassed, note.pointee.plays(in: pass, of: track, seed: seed, isFilling: isFilling) else { return }
    guard let noteOn = track.pointee.transposed(note.pointee.noteOn(in: pass, of: track, seed: seed)) else {
      counters.outOfRange &+= 1
      return
    }
    let began = cursor.pointee.nextTick
    start(noteOn, note.pointee, track, began: began, in: cursor.pointee.present, at: offset, &output)
  }
}
