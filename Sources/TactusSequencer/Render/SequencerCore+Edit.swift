import TactusTime

/// What a lane was before an edit.
struct LaneTrace {
  var track: UInt32 = 0
  var loopLength: Tick = 0
  var start: Tick = 0
}

extension SequencerCore {
  /// Plays another version of the sequence from this cycle on, where the old one stood.
  ///
  /// Lanes are found again by their track. What sounds keeps sounding if its note is still there, at the same tick and
  /// key, and ends when that note now ends; else it is released.
  mutating func takeSnapshot() {
    guard snapshots.hasNews else { return }
    // the old one may be freed as soon as the new one is acquired
    let ticksPerQuarter = header?.pointee.ticksPerQuarter
    let numerator = line?.cursor.numerator(atTick: position)
    guard let new = snapshots.acquire() else { return }
    header = new
    if let ticksPerQuarter, let numerator { realign(new.pointee, from: numerator, ticksPerQuarter) }
    guard let lanes = new.pointee.lanes, new.pointee.laneCount <= settings.mostTracks else {
      queue.fill(cursors, count: 0)
      tracker.reschedule { _ in .min }
      traceCount = 0
      return
    }
    for index in 0..<new.pointee.laneCount { resume(lanes[index], at: index) }
    swap(&cursors, &otherCursors)
    for index in 0..<new.pointee.laneCount {
      traces[index] = LaneTrace(
        track: lanes[index].track, loopLength: lanes[index].loopLength, start: lanes[index].start)
    }
    traceCount = new.pointee.laneCount
    queue.fill(cursors, count: traceCount)
    hasMoved = true
    reconcile(new.pointee)
  }

  /// Finds a lane's place again, in the other cursors.
  private mutating func resume(_ lane: Lane, at index: Int) {
    var cursor = LaneCursor()
    let waits = !lane.playsInCountIn && firstTick > position
    let tick = waits ? firstTick : position
    if let before = trace(of: lane.track, near: index) {
      cursor = cursors[before]
      cursor.resume(lane, at: tick, old: traces[before].loopLength, oldStart: traces[before].start)
    } else {
      cursor.seek(lane, to: tick)
    }
    otherCursors[index] = cursor
  }

  private func trace(of track: UInt32, near index: Int) -> Int? {
    if index < traceCount, traces[index].track == track { return index }
    for other in 0..<traceCount where traces[other].track == track { return other }
    return nil
  }

  /// The new tempo holds from the first tick that has not been played; that tick stays where it is.
  private mutating func realign(_ new: SequenceHeader, from before: Int128, _ oldTicks: Int64) {
    guard var line else { return }
    let isSameTime = oldTicks == new.ticksPerQuarter
    line.cursor = new.cursor
    if line.isOwn, isSameTime { line.shift += before - line.cursor.numerator(atTick: position) }
    self.line = line
    guard !isSameTime else { return }
    // other ticks: as if it had stopped
    tracker.reschedule { _ in .min }
    position = Int64(clamping: Int128(position) * Int128(new.ticksPerQuarter) / Int128(oldTicks))
    if line.isOwn { self.line = PlayLine(own: new.cursor, tick: position, frame: now) } else { isRolling = false }
  }

  /// Gives the notes that sound the ends that their notes now have.
  private mutating func reconcile(_ new: SequenceHeader) {
    guard tracker.count > 0, let lanes = new.lanes else { return }
    let (cursors, position) = (cursors, position)
    tracker.reschedule { note in
      for index in 0..<new.laneCount where lanes[index].track == note.track {
        let end = Self.end(of: note, in: lanes[index], cursors[index])
        return end < position ? .min : end
      }
      return .min
    }
  }

  /// When a sounding note ends in an edited lane; at once if it is no longer there.
  private static func end(of sounding: SoundingNote, in lane: Lane, _ cursor: LaneCursor) -> Tick {
    guard lane.isAudible, let notes = lane.notes else { return .min }
    var index = lane.firstNote(notBefore: sounding.laneTick)
    while index < lane.noteCount, notes[index].tick == sounding.laneTick {
      if notes[index].message.data1 == sounding.laneKey {
        let passEnd = sounding.began >= cursor.passStart ? cursor.passEnd : sounding.due
        return lane.end(of: notes[index], began: sounding.began, passEnd: passEnd)
      }
      index &+= 1
    }
    return .min
  }
}
