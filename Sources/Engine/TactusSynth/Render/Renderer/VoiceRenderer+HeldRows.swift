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

extension VoiceRenderer {
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
    updates.row = RowPlace(slot: RowPlace.firstHeld &+ index, frame: frame)
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
  mutating func takeTurns(_ voice: Int, at now: Int64) {
    if dues[voice] < now { bring(voice, to: now) }
  }

  /// Lets a lane begin at this frame in a group that has not come up to it, with silence before.
  mutating func beginHeld(_ voice: Int, at frame: Int64) {
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
      groups[index].beginRow(at: updates.row.frame)
      return held
    }
    heldRows[index] = HeldRow(stale: held.stale)
    for number in 0..<held.changeCount {
      var change = rows.heldChanges[index &* LaneRows.heldChangesPerGroup &+ number]
      if updates.row.slot == 1 { change.lane &+= 8 }
      updates.add(change)
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
}
