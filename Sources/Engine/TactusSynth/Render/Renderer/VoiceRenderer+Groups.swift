import CTactusKernels

// Running the groups: lane by lane from turn to turn into rows, then all lanes side by side through filters and into the
// buses.

/// A group whose rows are filled.
struct GroupRun {
  /// The group's number; −1 for none.
  var index = -1
  /// Where its rows are, 0…2, and how long they are.
  var slot = 0
  var count = 0
  /// Bit per lane: has sounded; has a curve; has a row of levels.
  var lanes: UInt8 = 0
  var curved: UInt8 = 0
  var levelled: UInt8 = 0
  /// Whether some filter runs, whether one moves, and whether some lane has none in its path.
  var filters = false
  var sweeps = false
  var isMixed = false
  /// Whether some lane has fed the effects.
  var reverb = false
  var chorus = false
}

extension VoiceRenderer {
  /// Runs all groups to the end of a grid block, or of a cycle inside it.
  ///
  /// A group that is filtered waits for another one: two side by side take less time than one after the other. A stripe's
  /// groups add to its buses in their order all the same, however the frames are cut: a group waits at most until the next
  /// one of its stripe.
  mutating func runGroups(to end: Int64) {
    var waiting = GroupRun()
    while groupEnd > 0, !sounds(groupEnd &- 1) { groupEnd &-= 1 }
    for index in 0..<groupEnd where sounds(index) && groupFrames[index] < end {
      if waiting.index >= 0,
        index &- waiting.index >= SynthLimits.stripes || groupFrames[index] != groupFrames[waiting.index]
      {
        finishAlone(waiting, to: end)
        waiting.index = -1
      }
      let slot = groups[index].filtered == 0 ? 2 : waiting.index < 0 ? 0 : 1
      guard let run = begin(index, slot, to: end) else { continue }
      if slot == 0 {
        waiting = run
      } else if slot == 1 {
        filter(waiting, with: run)
        mix(waiting, to: end)
        mix(run, to: end)
        waiting.index = -1
      } else {
        finishAlone(run, to: end)
      }
    }
    if waiting.index >= 0 { finishAlone(waiting, to: end) }
  }

  /// Whether a group has a voice that sounds, or has sounded since its rows begin.
  @inline(__always)
  func sounds(_ index: Int) -> Bool { groups[index].active != 0 || heldRows[index].isHeld }

  /// Whether a group is rendered here, and not by another replica.
  @inline(__always)
  func isOwn(_ index: Int) -> Bool { ownStripes & 1 &<< UInt32(index % SynthLimits.stripes) != 0 }

  /// Lets a group come up to a frame, and before it those that add to the same buses before it.
  mutating func catchUp(_ index: Int, to now: Int64) {
    guard sounds(index), groupFrames[index] < now else { return }
    var before = index % SynthLimits.stripes
    while before <= index {
      if sounds(before), groupFrames[before] < now, let run = begin(before, 2, to: now) {
        finishAlone(run, to: now)
      }
      before &+= SynthLimits.stripes
    }
  }

  /// Fills the rows of a group, or moves it on without sound where another replica renders it.
  private mutating func begin(_ index: Int, _ slot: Int, to end: Int64) -> GroupRun? {
    let from = groupFrames[index]
    guard isOwn(index) else {
      skip(index, from: from, to: end)
      return nil
    }
    return fill(index, slot, from: from, Int(truncatingIfNeeded: end &- from))
  }

  /// Filters and mixes a group by itself.
  private mutating func finishAlone(_ run: GroupRun, to end: Int64) {
    if run.filters { filter(run) }
    mix(run, to: end)
  }
}

// MARK: From rows to buses

extension VoiceRenderer {
  @inline(__always)
  private func filters(of index: Int) -> UnsafeMutablePointer<TactusFilters> {
    UnsafeMutableRawPointer(groups + index).assumingMemoryBound(to: TactusFilters.self)
  }

  /// Filters the rows of a group alone.
  private mutating func filter(_ run: GroupRun) {
    let isLone = run.slot == 2
    tactus_filter(
      filters(of: run.index), nil, isLone ? rows.loneChanges : rows.changes,
      Int32(truncatingIfNeeded: isLone ? updates.loneChangeCount : updates.changeCount), run.sweeps, run.isMixed,
      rows[run.slot &* 8], Int32(SynthLimits.gridFrames), Int32(truncatingIfNeeded: run.count))
    if isLone { updates.loneChangeCount = 0 } else { updates.changeCount = 0 }
  }

  /// Filters the rows of two groups side by side.
  private mutating func filter(_ first: GroupRun, with second: GroupRun) {
    tactus_filter(
      filters(of: first.index), filters(of: second.index), rows.changes, Int32(truncatingIfNeeded: updates.changeCount),
      first.sweeps || second.sweeps, first.isMixed || second.isMixed, rows[0], Int32(SynthLimits.gridFrames),
      Int32(truncatingIfNeeded: first.count))
    updates.changeCount = 0
  }

  /// Adds a group's rows to the buses.
  private mutating func mix(_ run: GroupRun, to end: Int64) {
    let group = groups + run.index
    let from = groupFrames[run.index]
    let ramping = group.pointee.ramping & run.lanes
    for lane in 0..<8 where ramping & VoiceGroup.bit(lane) != 0 {
      let age = from &- voices[run.index &* 8 &+ lane].ramp.start
      group.pointee.gains.rampAge[lane] = Int32(truncatingIfNeeded: age)
    }
    let offset = Int(truncatingIfNeeded: from &- busFrame)
    if let stems {
      mixStems(run, at: offset, into: stems)
    } else {
      mark(run)
      mix(run, lanes: run.lanes, to: buses[run.index % SynthLimits.stripes].advanced(by: offset))
    }
    self.end(run.index, at: end)
  }

  /// Adds some lanes' rows to a set of buses.
  @inline(__always)
  func mix(_ run: GroupRun, lanes: UInt8, to buses: VoiceBuses) {
    let group = groups + run.index
    let gains = (UnsafeRawPointer(group) + MemoryLayout<TactusFilters>.size).assumingMemoryBound(to: TactusGains.self)
    let work = TactusRows(
      rows: rows[run.slot &* 8], levels: rows.levels(run.slot &* 8), curves: curves + run.index,
      block: UInt32(truncatingIfNeeded: groupFrames[run.index] &>> 4), lanes: UInt32(lanes), curved: UInt32(run.curved),
      levelled: UInt32(run.levelled), ramping: group.pointee.ramping & lanes != 0, reverb: run.reverb,
      chorus: run.chorus)
    withUnsafePointer(to: work) { work in
      withUnsafePointer(to: buses) {
        tactus_mix(gains, work, Int32(SynthLimits.gridFrames), Int32(truncatingIfNeeded: run.count), $0)
      }
    }
  }

  /// Notes what a group's stripe feeds, whichever replica renders it.
  @inline(__always)
  mutating func mark(_ run: GroupRun) {
    let bit: UInt32 = 1 &<< UInt32(run.index % SynthLimits.stripes)
    usedStripes |= bit
    if run.reverb { reverbStripes |= bit }
    if run.chorus { chorusStripes |= bit }
  }

  /// Takes note that a group has come up to a frame: which of its voices' deadlines is the next, and, of an empty group,
  /// that it feeds no effect any more.
  @inline(__always)
  mutating func end(_ index: Int, at now: Int64) {
    groupFrames[index] = now
    var first = Int64.max
    for lane in 0..<8 { first = min(first, deadlines[index &* 8 &+ lane]) }
    groupDeadlines[index] = first
    guard groups[index].active == 0 else { return }
    groups[index].feedsReverb = false
    groups[index].feedsChorus = false
  }
}
