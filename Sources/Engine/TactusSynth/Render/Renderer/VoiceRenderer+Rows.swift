import CTactusKernels

// Filling the rows of a group: each lane by itself, from turn to turn of its voice.

extension VoiceRenderer {
  /// Fills the rows of a group's lanes from a frame on, each by itself from turn to turn.
  mutating func fill(_ index: Int, _ slot: Int, from frame: Int64, _ count: Int) -> GroupRun {
    let group = groups + index
    var run = GroupRun(index: index, slot: slot, count: count)
    updates.row = RowPlace(slot: slot, frame: frame)
    let held = takeHeld(index)
    run.lanes = group.pointee.active | held.lanes
    let last = frame &+ Int64(count)
    let isAligned = frame & 15 == 0
    var rest = run.lanes
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let voice = index &* 8 &+ lane
      let row = rows[slot &* 8 &+ lane]
      if held.lanes & VoiceGroup.bit(lane) != 0 {
        let levels = rows.levels(slot &* 8 &+ lane)
        let done = copyHeld(voice, held, from: frame, row, levels: levels)
        let isLevelled = held.levelled & VoiceGroup.bit(lane) != 0
        if fillLane(voice, from: frame, done, count, row, levels: levels, isLevelled: isLevelled) {
          run.levelled |= VoiceGroup.bit(lane)
        }
        pad(row, count)
        continue
      }
      if dues[voice] <= frame {
        updates.service(voice, at: frame)
        if group.pointee.active & VoiceGroup.bit(lane) == 0 {
          run.lanes &= ~VoiceGroup.bit(lane)
          continue
        }
      }
      let kind = levels[voice].kind
      if dues[voice] >= last, kind == .one || kind == .curve && isAligned {
        updates.followFilters(voice, before: last)
        readers[voice].read(count, reading, rows, into: row)
        if kind == .curve { run.curved |= VoiceGroup.bit(lane) }
      } else if fillLane(voice, from: frame, 0, count, row, levels: rows.levels(slot &* 8 &+ lane), isLevelled: false) {
        run.levelled |= VoiceGroup.bit(lane)
      }
      pad(row, count)
    }
    run.filters = group.pointee.filteredInRow != 0
    let changes = (slot == 2 ? updates.loneChangeCount : updates.changeCount) > 0
    run.sweeps = changes || group.pointee.sweeping & run.lanes != 0
    run.isMixed = changes || run.lanes & ~group.pointee.inPath != 0
    run.reverb = group.pointee.feedsReverb
    run.chorus = group.pointee.feedsChorus
    return run
  }

  /// The kernels take whole blocks of sixteen.
  @inline(__always)
  private func pad(_ row: UnsafeMutablePointer<Float>, _ count: Int) {
    if count & 15 != 0 { (row + count).update(repeating: 0, count: 16 &- count & 15) }
  }

  /// Fills one lane's row, which begins at a frame, from where it is done up to `count` frames, and its levels where they
  /// are not one. Gives whether it has levels.
  mutating func fillLane(
    _ voice: Int, from frame: Int64, _ done: Int, _ count: Int, _ row: UnsafeMutablePointer<Float>,
    levels levelRow: UnsafeMutablePointer<Float>, isLevelled: Bool
  ) -> Bool {
    var done = done
    var isLevelled = isLevelled
    while done < count {
      let now = frame &+ Int64(done)
      if dues[voice] <= now { updates.service(voice, at: now) }
      let isOver = voices[voice].state == .free
      let span = isOver ? count &- done : Int(truncatingIfNeeded: min(Int64(count), dues[voice] &- frame)) &- done
      if !isLevelled, isOver || levels[voice].kind != .one {
        isLevelled = true
        levelRow.update(repeating: 1, count: done)
      }
      if isOver {
        // What still rings in its filter is not heard, and stands still: a sweep that went on could leave all bounds.
        updates.stopFilter(voice, at: now)
        (row + done).update(repeating: 0, count: span)
        (levelRow + done).update(repeating: 0, count: span)
      } else {
        updates.followFilters(voice, before: now &+ Int64(span))
        readers[voice].read(span, reading, rows, into: row + done)
        if isLevelled {
          levels[voice].write(span, from: now, curves + voice &>> 3, voice & 7, into: levelRow + done)
        }
      }
      done &+= span
    }
    return isLevelled
  }

  /// Moves a group on without sound, where another replica renders it.
  mutating func skip(_ index: Int, from frame: Int64, to end: Int64) {
    updates.row = RowPlace(slot: -1, frame: frame)
    var rest = groups[index].active
    while rest != 0 {
      let voice = index &* 8 &+ rest.trailingZeroBitCount
      rest &= rest &- 1
      var now = frame
      while now < end {
        if dues[voice] <= now { updates.service(voice, at: now) }
        if voices[voice].state == .free { break }
        let next = min(end, dues[voice])
        readers[voice].skip(Int(truncatingIfNeeded: next &- now), rows)
        now = next
      }
    }
    mark(GroupRun(index: index, reverb: groups[index].feedsReverb, chorus: groups[index].feedsChorus))
    self.end(index, at: end)
  }
}

/// Where the rows are that are being filled, and the frame that they begin at.
struct RowPlace {
  /// 0 and 1 for two groups that are filtered side by side, 2 for one that is not, from `firstHeld` on those that are held
  /// of each group; −1 where none are.
  static var firstHeld: Int { 3 }
  var slot = 0
  var frame: Int64 = 0
}
