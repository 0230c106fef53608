import CTactusKernels

// Rows before their time: an event that changes one voice meets that voice alone where it is, and the other lanes of its
// group do not know of it. What of the voice's row comes before the event is filled and held, until all of the group's
// rows are filled, filtered and mixed in one go.

/// What of a group's rows has been filled before its time; they begin at the frame up to which the group has sounded.
struct HeldRow {
  var isHeld = false
  /// Bit per lane: is filled up to its frame in `laneFrames`; has levels.
  var lanes: UInt8 = 0
  var levelled: UInt8 = 0
  /// Bit per lane: something has changed its tone at this frame.
  var stale: UInt8 = 0
  /// How many changes of filters are held.
  var changeCount = 0
}

extension VoiceEngine {
  /// Lets a voice come up to a frame, as it is before an event there.
  mutating func bring(_ voice: Int, to now: Int64) {
    let index = voice &>> 3
    let bit = VoiceGroup.bit(voice & 7)
    guard groups[index].active & bit != 0, groupFrames[index] < now else { return }
    guard isOwn(index) else { return skip(index, from: groupFrames[index], to: now) }
    guard heldRows[index].changeCount <= LaneRows.heldChangesPerGroup / 2 else { return catchUp(index, to: now) }
    hold(index)
    let held = heldRows + index
    let frame = groupFrames[index]
    let isBegun = held.pointee.lanes & bit != 0
    let done = isBegun ? Int(truncatingIfNeeded: laneFrames[voice] &- frame) : 0
    let count = Int(truncatingIfNeeded: now &- frame)
    guard done < count else { return }
    row = RowPlace(slot: RowPlace.firstHeld &+ index, frame: frame)
    let hasLevels = fillLane(
      voice, from: frame, done, count, rows.heldRow(voice), levels: rows.heldLevels(voice),
      isLevelled: held.pointee.levelled & bit != 0)
    if hasLevels { held.pointee.levelled |= bit }
    held.pointee.lanes |= bit
    laneFrames[voice] = now
  }

  /// Lets all voices that may end before a frame, or look at their channels, come up to it, so that an event there finds
  /// the places that they leave. The others sound on: an event does not cut them, and they take their turns when their
  /// rows are filled.
  mutating func meetDeadlines(before now: Int64) {
    for index in 0..<groupEnd where groupDeadlines[index] < now && groups[index].active != 0 {
      var first = Int64.max
      for voice in index &* 8..<index &* 8 &+ 8 {
        if deadlines[voice] < now { bring(voice, to: now) }
        first = min(first, deadlines[voice])
      }
      groupDeadlines[index] = first
    }
  }

  /// Lets a voice take the turns that it has before this frame, so that an event can change what they rely on.
  @inline(__always)
  mutating func takeTurns(_ voice: Int) {
    if dues[voice] < frame { bring(voice, to: frame) }
  }

  /// Lets a lane begin at this frame in a group that has not come up to it, with silence before.
  mutating func beginHeld(_ voice: Int) {
    let index = voice &>> 3
    let count = Int(truncatingIfNeeded: frame &- groupFrames[index])
    guard count > 0 else { return }
    hold(index)
    rows.heldRow(voice).update(repeating: 0, count: count)
    heldRows[index].lanes |= VoiceGroup.bit(voice & 7)
    laneFrames[voice] = frame
  }

  /// Gives what is held of a group's rows, which are about to be filled, and its changes to those of the rows.
  mutating func takeHeld(_ index: Int) -> HeldRow {
    let held = heldRows[index]
    guard held.isHeld else {
      groups[index].beginRow(at: row.frame)
      return held
    }
    heldRows[index] = HeldRow(stale: held.stale)
    for number in 0..<held.changeCount {
      var change = rows.heldChanges[index &* LaneRows.heldChangesPerGroup &+ number]
      if row.slot == 1 { change.lane &+= 8 }
      add(change)
    }
    return held
  }

  /// Copies what is held of a lane's row to where the row is being filled. Gives how many frames that are.
  @inline(__always)
  func copyHeld(
    _ voice: Int, _ held: HeldRow, from frame: Int64, _ row: UnsafeMutablePointer<Float>,
    levels: UnsafeMutablePointer<Float>
  ) -> Int {
    let count = Int(truncatingIfNeeded: laneFrames[voice] &- frame)
    let (heldRow, heldLevels) = (rows.heldRow(voice), rows.heldLevels(voice))
    for frame in 0..<count { row[frame] = heldRow[frame] }
    if held.levelled & VoiceGroup.bit(voice & 7) != 0 {
      for frame in 0..<count { levels[frame] = heldLevels[frame] }
    }
    return count
  }

  @inline(__always)
  private mutating func hold(_ index: Int) {
    guard !heldRows[index].isHeld else { return }
    heldRows[index].isHeld = true
    groups[index].beginRow(at: groupFrames[index])
  }

  /// Notes a change of a filter for the kernel, with those of the rows that are being filled.
  @inline(__always)
  mutating func add(_ change: TactusFilterChange) {
    if row.slot < 2 {
      rows.changes[changeCount] = change
      changeCount &+= 1
    } else if row.slot == 2 {
      rows.loneChanges[loneChangeCount] = change
      loneChangeCount &+= 1
    } else {
      let index = row.slot &- RowPlace.firstHeld
      rows.heldChanges[index &* LaneRows.heldChangesPerGroup &+ heldRows[index].changeCount] = change
      heldRows[index].changeCount &+= 1
    }
  }

  // MARK: Tones that change

  /// Lets a voice follow what has changed at this frame.
  mutating func refresh(_ voice: Int) {
    bring(voice, to: frame)
    voices[voice].isStale = true
    heldRows[voice &>> 3].stale |= VoiceGroup.bit(voice & 7)
    hasStaleVoices = true
    call(voice, at: frame)
  }

  /// Once all events of a frame are known: derives the tones that have changed.
  mutating func settleTones() {
    guard hasStaleVoices else { return }
    hasStaleVoices = false
    for index in 0..<groupEnd where heldRows[index].stale != 0 {
      var rest = heldRows[index].stale
      heldRows[index].stale = 0
      while rest != 0 {
        let voice = index &* 8 &+ rest.trailingZeroBitCount
        rest &= rest &- 1
        guard voices[voice].state != .free else { continue }
        if voices[voice].isStale { settleTone(voice) }
        voices[voice].refresh = frame
        call(voice, at: frame)
      }
    }
  }

  /// Derives the tone of a voice that has come up to this frame. Where gains move, or stop moving, which they do from the
  /// beginning of a row, all of its group comes up to the frame.
  mutating func settleTone(_ index: Int) {
    let voice = voices + index
    let group = index &>> 3
    // A stage that began before this frame has the length that was said before it.
    let age = voice.pointee.age(at: frame)
    voice.pointee.volume.advance(to: age, voice.pointee.volumeTimes)
    voice.pointee.modulation.advance(to: age, voice.pointee.modulationTimes)
    guard voice.pointee.volume.stage != .done else { return }
    if groups[group].ramping & VoiceGroup.bit(index & 7) != 0 { catchUp(group, to: frame) }
    remodulate(index, at: frame)
    groups[group].setKind(index & 7, isFiltered: voice.pointee.tone.runsFilter)
    if voice.pointee.start < frame, Gains(voice.pointee.from) != Gains(voice.pointee.to) { catchUp(group, to: frame) }
  }
}
