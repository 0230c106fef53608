import TactusTime

/// The state of a lane in one version of a sequence, for comparison with the next version.
struct LaneTrace {
  var track: UInt32 = 0
  var loopLength: Tick = 0
  var start: Tick = 0
  var isAudible = false
  var channel: Int8 = -1
  var port: Int8 = -1
  /// The lane's messages. They are compared by address, because no other messages can have this address while these are
  /// in use.
  var messages: UnsafePointer<LaneMessage>?
  var messageCount = 0
  var passLimit: Int64 = 0
  var wrapsBeforeStart = false
  /// Whether the lane's messages must be sent again, because it was inaudible before, or its messages or channels have
  /// changed.
  var isChanged = false
  /// Whether the lane was inaudible before.
  var wasSilent = false
  /// Whether, at some position, the lane's messages may lead to another state than in the previous version.
  var changesState = true

  init() {}

  init(_ lane: Lane, after old: LaneTrace?) {
    (track, loopLength, start, isAudible) = (lane.track, lane.loopLength, lane.start, lane.isAudible)
    (channel, port, messages) = (lane.channel, lane.port, lane.messages)
    (messageCount, passLimit, wrapsBeforeStart) = (lane.messageCount, lane.passLimit, lane.wrapsBeforeStart)
    if let old { changesState = (messageCount > 0 || old.messageCount > 0) && !saysTheSame(as: old) }
    guard lane.isAudible else { return }
    guard let old, old.isAudible else {
      (isChanged, wasSilent) = (lane.messageCount > 0, true)
      return
    }
    isChanged = old.messages != messages || old.channel != channel || old.port != port
  }

  /// Whether the lane sends the same messages to the same channels.
  private func saysTheSame(as old: LaneTrace) -> Bool {
    messages == old.messages && channel == old.channel && port == old.port && isAudible == old.isAudible
      && start == old.start && loopLength == old.loopLength && passLimit == old.passLimit
      && wrapsBeforeStart == old.wrapsBeforeStart
  }
}

extension SequencerCore {
  /// Plays another version of the sequence from this cycle onwards, at the current position.
  ///
  /// Lanes are matched by their track. If the lane still has a note with the same tick and key, a sounding note
  /// continues until the end of that note; otherwise it is released.
  mutating func takeSnapshot(_ output: inout EventOutput) {
    guard snapshots.hasUpdate else { return }
    // the old snapshot may be freed as soon as the new one is acquired
    let ticksPerQuarter = header?.pointee.ticksPerQuarter
    let numerator = line?.cursor.numerator(atTick: position) ?? 0
    guard let new = snapshots.acquire() else { return }
    header = new
    let isSameTime = ticksPerQuarter == nil || ticksPerQuarter == new.pointee.ticksPerQuarter
    if let ticksPerQuarter { realign(new.pointee, from: numerator, ticksPerQuarter) }
    let count = new.pointee.laneCount <= settings.mostTracks ? new.pointee.laneCount : 0
    if isRolling { releaseSilenced(new.pointee.lanes, count, &output) }
    if !isSameTime { traceCount = 0 }
    for index in 0..<count { resume(new.pointee.lanes.unsafelyUnwrapped[index], at: index) }
    swap(&cursors, &otherCursors)
    swap(&traces, &otherTraces)
    if count != traceCount { hasMoved = true }
    for index in 0..<count where traces[index].changesState { hasMoved = true }
    traceCount = count
    queue.fill(cursors, count: count)
    if isSameTime { reconcile(new.pointee.lanes, count) }
    guard isRolling else { return }
    for index in 0..<count where traces[index].isChanged { return chaseEdits(&output) }
  }

  /// Releases the pedals of tracks that are now silent or removed.
  private mutating func releaseSilenced(_ lanes: UnsafePointer<Lane>?, _ count: Int, _ output: inout EventOutput) {
    guard chase.mayHold else { return }
    for old in 0..<traceCount where traces[old].isAudible {
      var isHeard = false
      for index in 0..<count {
        let lane = lanes.unsafelyUnwrapped + index
        if lane.pointee.track == traces[old].track {
          let isThere = lane.pointee.channel == traces[old].channel && lane.pointee.port == traces[old].port
          isHeard = lane.pointee.isAudible && isThere
        }
      }
      if !isHeard { releaseControls(of: traces[old].track, at: 0, &output) }
    }
  }

  /// Stores the cursor and the trace of a lane of the new version in `otherCursors` and `otherTraces`.
  private mutating func resume(_ lane: Lane, at index: Int) {
    var cursor = LaneCursor()
    let waits = !lane.playsInCountIn && firstTick > position
    let tick = waits ? firstTick : position
    if let before = trace(of: lane.track, near: index) {
      cursor = cursors[before]
      cursor.resume(lane, at: tick, old: traces[before].loopLength, oldStart: traces[before].start)
      otherTraces[index] = LaneTrace(lane, after: traces[before])
    } else {
      cursor.seek(lane, to: tick)
      otherTraces[index] = LaneTrace(lane, after: nil)
    }
    otherCursors[index] = cursor
  }

  private func trace(of track: UInt32, near index: Int) -> Int? {
    if index < traceCount, traces[index].track == track { return index }
    for other in 0..<traceCount where traces[other].track == track { return other }
    return nil
  }

  /// Applies a new tempo map starting at the first tick that has not been played; the frame of that tick stays the
  /// same.
  private mutating func realign(_ new: SequenceHeader, from before: Int128, _ oldTicks: Int64) {
    let isSameTime = oldTicks == new.ticksPerQuarter
    if var line {
      line.cursor = new.cursor
      if line.isOwn, isSameTime { line.shift += before - line.cursor.numerator(atTick: position) }
      self.line = line
    }
    guard !isSameTime else { return }
    // a different tick resolution: treated as a stop
    tracker.reschedule { _ in .min }
    position = Int64(clamping: Int128(position) * Int128(new.ticksPerQuarter) / Int128(oldTicks))
    guard let line else { return }
    if line.isOwn {
      self.line = PlaybackTickMap(own: new.cursor, tick: position, frame: now)
    } else {
      isRolling = false
    }
  }
}
