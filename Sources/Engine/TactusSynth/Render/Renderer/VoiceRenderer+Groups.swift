import CTactusKernels

// Renders the groups: each lane into its buffer, then all lanes side by side through the filters and into the buses.

/// A group whose block is filled and has yet to be filtered and mixed.
struct GroupRun {
  /// The group's number; −1 for none.
  var index = -1
  /// The slot of the group's buffers, 0…2.
  var slot = 0
  /// The number of frames in the block.
  var count = 0
  /// One bit per lane: the lane has sounded.
  var lanes: UInt8 = 0
  /// One bit per lane: the lane has a level curve.
  var curved: UInt8 = 0
  /// One bit per lane: the lane has a buffer of gains.
  var levelled: UInt8 = 0
  /// Whether a filter runs.
  var filters = false
  /// Whether a lane feeds the reverb.
  var reverb = false
  /// Whether a lane feeds the chorus.
  var chorus = false
  /// Whether a lane feeds the delay.
  var delay = false
  /// One bit for each insertion effect that a lane feeds.
  var insertions: UInt8 = 0
}

extension TactusUsedMixes {
  /// Records which buses a group's partial mix uses, even if another replica renders it.
  @inline(__always)
  mutating func mark(_ run: GroupRun) {
    let bit: UInt32 = 1 &<< UInt32(run.index % SynthLimits.partialMixes)
    dry |= bit
    if run.reverb { reverb |= bit }
    if run.chorus { chorus |= bit }
    if run.delay { delay |= bit }
    if run.insertions != 0 { markInsertions(run.insertions, bit) }
  }
}

extension VoiceRenderer {
  /// Renders all groups up to `end`: the end of a block, or of the render cycle if that comes first.
  ///
  /// A group that needs filtering waits for another one, because filtering two side by side is faster than one after
  /// the other. It waits at most until the next group of its partial mix, so that the groups of a partial mix are
  /// always added in ascending order.
  mutating func runGroups(to end: Int64) {
    var waiting = GroupRun()
    while groupEnd > 0, !sounds(groupEnd &- 1) { groupEnd &-= 1 }
    for index in 0..<groupEnd { advanceRamps(of: index, before: end) }
    for index in 0..<groupEnd where sounds(index) && groupFrames[index] < end {
      if waiting.index >= 0,
        index &- waiting.index >= SynthLimits.partialMixes || groupFrames[index] != groupFrames[waiting.index]
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

  /// Whether a voice of the group sounds, or has sounded since the block began.
  @inline(__always)
  func sounds(_ index: Int) -> Bool { groups[index].active != 0 || partialBlocks[index].isPending }

  /// Whether this replica renders the group.
  @inline(__always)
  func isOwn(_ index: Int) -> Bool { updates.isOwn(index) }

  /// Calls `advanceRamps(of:before:)` for all groups that share the partial mix of a group.
  ///
  /// Call this before a lane is rendered ahead of its group. When another group of the mix is advanced to the end of its
  /// ramp, all groups before it in the mix are advanced too, and none of their lanes may be beyond that frame.
  mutating func advanceRamps(ofMixWith index: Int, before now: Int64) {
    var other = index % SynthLimits.partialMixes
    while other < groupEnd {
      advanceRamps(of: other, before: now)
      other &+= SynthLimits.partialMixes
    }
  }

  /// While a group's gains ramp, advances the group from one control block to the next, but not as far as `now`.
  ///
  /// The mixer uses one ramp for a whole block, and gain ramps end where control blocks end. So a block may contain
  /// several control blocks only if no gain ramps.
  private mutating func advanceRamps(of index: Int, before now: Int64) {
    guard isOwn(index) else { return }
    while groups[index].ramping & (groups[index].active | partialBlocks[index].lanes) != 0 {
      let end = Modulation.nextGrid(after: groupFrames[index])
      guard end < now else { return }
      advanceGroup(index, to: end)
    }
  }

  /// Advances a group to a frame, after the groups that come before it in its partial mix.
  mutating func advanceGroup(_ index: Int, to now: Int64) {
    guard sounds(index), groupFrames[index] < now else { return }
    var before = index % SynthLimits.partialMixes
    while before <= index {
      advanceRamps(of: before, before: now)
      if sounds(before), groupFrames[before] < now, let run = begin(before, 2, to: now) {
        finishAlone(run, to: now)
      }
      before &+= SynthLimits.partialMixes
    }
  }

  /// Fills the block of a group, or advances it without audio if another replica renders it.
  private mutating func begin(_ index: Int, _ slot: Int, to end: Int64) -> GroupRun? {
    let from = groupFrames[index]
    guard isOwn(index) else {
      skip(index, from: from, to: end)
      return nil
    }
    return fill(index, slot, from: from, Int(truncatingIfNeeded: end &- from))
  }

  /// Filters and mixes a group alone.
  private mutating func finishAlone(_ run: GroupRun, to end: Int64) {
    if run.filters { filter(run) }
    mix(run, to: end)
  }
}

// MARK: From block buffers to buses

extension VoiceRenderer {
  @inline(__always)
  private func filters(of index: Int) -> UnsafeMutablePointer<TactusFilters> {
    UnsafeMutableRawPointer(groups + index).assumingMemoryBound(to: TactusFilters.self)
  }

  /// Filters the block of a group alone.
  private mutating func filter(_ run: GroupRun) {
    let isLone = run.slot == 2
    ctactus_filter(
      filters(of: run.index), nil, isLone ? buffers.loneChanges : buffers.changes,
      Int32(truncatingIfNeeded: isLone ? updates.loneChangeCount : updates.changeCount),
      UInt32(run.lanes), buffers[run.slot &* 8], Int32(SynthLimits.blockFrames), Int32(truncatingIfNeeded: run.count))
    if isLone { updates.loneChangeCount = 0 } else { updates.changeCount = 0 }
  }

  /// Filters the blocks of two groups side by side.
  private mutating func filter(_ first: GroupRun, with second: GroupRun) {
    ctactus_filter(
      filters(of: first.index), filters(of: second.index), buffers.changes,
      Int32(truncatingIfNeeded: updates.changeCount), UInt32(first.lanes) | UInt32(second.lanes) &<< 8, buffers[0],
      Int32(SynthLimits.blockFrames), Int32(truncatingIfNeeded: first.count))
    updates.changeCount = 0
  }

  /// Adds a group's block to the buses.
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
      used.mark(run)
      mix(run, lanes: run.lanes, into: buses, at: offset)
    }
    self.end(run.index, at: end)
  }

  /// Adds the blocks of some lanes to the partial mix of the group, or of their insertion effect.
  ///
  /// - Parameter sets: the buses of all partial mixes, followed by those of each insertion effect.
  @inline(__always)
  mutating func mix(_ run: GroupRun, lanes: UInt8, into sets: UnsafeMutablePointer<VoiceBuses>, at offset: Int) {
    let partialMix = run.index % SynthLimits.partialMixes
    let inserted = run.insertions == 0 ? 0 : mixInserted(run, lanes: lanes, into: sets, at: offset)
    guard inserted == 0 || inserted != lanes else { return }
    mix(run, lanes: lanes & ~inserted, to: sets[partialMix].advanced(by: offset))
  }

  /// Adds the blocks of some lanes to a set of buses.
  @inline(__always)
  mutating func mix(_ run: GroupRun, lanes: UInt8, to buses: VoiceBuses) {
    let group = groups + run.index
    let gains = (UnsafeRawPointer(group) + MemoryLayout<TactusFilters>.size).assumingMemoryBound(to: TactusGains.self)
    mix(run, lanes: lanes, gains, to: buses)
    if run.delay { mixDelaySends(run, lanes: lanes, to: buses) }
  }

  /// Adds the blocks of some lanes to the delay's buses: with the delay sends instead of the reverb sends, and dry
  /// buses that nobody reads.
  private mutating func mixDelaySends(_ run: GroupRun, lanes: UInt8, to buses: VoiceBuses) {
    let group = groups + run.index
    var gains = group.pointee.gains
    (gains.reverb, gains.reverbStep) = (group.pointee.delays.send, group.pointee.delays.step)
    var sends = buses
    (sends.left, sends.right) = (unused, unused + LaneBuffers.partialLength)
    (sends.reverb_left, sends.reverb_right) = (buses.delay_left, buses.delay_right)
    unused.update(repeating: 0, count: 2 &* LaneBuffers.partialLength)
    var run = run
    (run.reverb, run.chorus) = (true, false)
    withUnsafePointer(to: &gains) {
      mix(run, lanes: lanes, UnsafeRawPointer($0).assumingMemoryBound(to: TactusGains.self), to: sends)
    }
  }

  @inline(__always)
  private mutating func mix(_ run: GroupRun, lanes: UInt8, _ gains: UnsafePointer<TactusGains>, to buses: VoiceBuses) {
    let group = groups + run.index
    let work = TactusLaneBlocks(
      frames: buffers[run.slot &* 8], levels: buffers.levels(run.slot &* 8), curves: curves + run.index,
      block: UInt32(truncatingIfNeeded: groupFrames[run.index] &>> 4), lanes: UInt32(lanes), curved: UInt32(run.curved),
      levelled: UInt32(run.levelled), ramping: UInt32(group.pointee.ramping & lanes), reverb: run.reverb,
      chorus: run.chorus)
    withUnsafePointer(to: work) { work in
      withUnsafePointer(to: buses) {
        ctactus_mix(gains, work, Int32(SynthLimits.blockFrames), Int32(truncatingIfNeeded: run.count), $0)
      }
    }
  }

  /// Records that a group has been rendered up to a frame, and stores the earliest update limit of its voices. An empty
  /// group no longer feeds the effects.
  @inline(__always)
  mutating func end(_ index: Int, at now: Int64) {
    groupFrames[index] = now
    var first = Int64.max
    for lane in 0..<8 { first = min(first, updateLimits[index &* 8 &+ lane]) }
    groupUpdateLimits[index] = first
    guard groups[index].active == 0 else { return }
    groups[index].feedsReverb = false
    groups[index].feedsChorus = false
    groups[index].feedsDelay = false
    groups[index].feedsInsertions = 0
  }
}
