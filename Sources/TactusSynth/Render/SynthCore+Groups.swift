import CTactusKernels

// Running the groups of lanes, two side by side where possible.

extension SynthCore {
  /// Runs all groups for a span without events inside one grid block.
  ///
  /// A group that nobody has to attend to on the way waits for another one of its kind: two side by side take less time
  /// than one after the other. A stripe's groups add to its buses in their order all the same, however the frames are cut
  /// into spans: a group waits at most until the next one of its stripe.
  mutating func runGroups(_ count: Int, at offset: Int) {
    var waiting = WaitingGroups()
    for index in 0..<groupCount where groups[index].active != 0 {
      run(GroupPair(first: Self.leave(&waiting.filtered, before: index)), count, at: offset)
      run(GroupPair(first: Self.leave(&waiting.open, before: index)), count, at: offset)
      if frame & (SynthLimits.resyncFrames &- 1) == 0, groups[index].filtered != 0 { groups[index].settle() }
      if groupDue[index] <= frame { attend(index, at: frame) }
      let stripe: UInt32 = 1 &<< UInt32(index % SynthLimits.stripes)
      let isMine = ownStripes & stripe != 0
      if !isMine || groupDue[index] < frame &+ Int64(count) || groups[index].active == 0 {
        runByPieces(index, count, at: offset, isMine: isMine)
      } else {
        run(waiting.joined(by: index, isFiltered: groups[index].filtered != 0), count, at: offset)
      }
    }
    run(GroupPair(first: waiting.filtered), count, at: offset)
    run(GroupPair(first: waiting.open), count, at: offset)
  }

  /// A waiting group's number, if it has to be rendered before the group `index`.
  @inline(__always)
  private static func leave(_ waiting: inout Int, before index: Int) -> Int {
    guard waiting >= 0, index &- waiting >= SynthLimits.stripes else { return -1 }
    defer { waiting = -1 }
    return waiting
  }

  /// Runs a group from one turn of its voices to the next, or moves it on where another replica renders it.
  private mutating func runByPieces(_ index: Int, _ count: Int, at offset: Int, isMine: Bool) {
    var done = 0
    while done < count, groups[index].active != 0 {
      let span = Int(truncatingIfNeeded: min(Int64(count), groupDue[index] &- frame)) &- done
      if isMine {
        run(GroupPair(first: index), span, at: offset &+ done)
      } else {
        skip(index, span)
      }
      done &+= span
      if done < count { attend(index, at: frame &+ Int64(done)) }
    }
  }

  /// Moves a group's lanes on without sound.
  @inline(__always)
  private mutating func skip(_ index: Int, _ count: Int) {
    mark(index)
    for lane in 0..<8 where groups[index].active & VoiceGroup.bit(lane) != 0 {
      readers[index &* 8 &+ lane].skip(count, rows)
    }
  }

  /// Renders one group or two for at most 64 frames, and adds them to their buses.
  @inline(__always)
  private mutating func run(_ pair: GroupPair, _ count: Int, at offset: Int) {
    guard pair.first >= 0, count > 0 else { return }
    if let stems {
      runStems(pair.first, count, at: offset, into: stems)
      if pair.second >= 0 { runStems(pair.second, count, at: offset, into: stems) }
      return
    }
    read(pair.first, count, into: 0)
    let first = work(pair.first, at: offset, rows: rows.rows)
    guard pair.second >= 0 else {
      withUnsafePointer(to: first) { render($0, 1, count) }
      return
    }
    read(pair.second, count, into: 8)
    let second = work(pair.second, at: offset, rows: rows[8])
    withUnsafePointer(to: (first, second)) {
      render(UnsafeRawPointer($0).assumingMemoryBound(to: TactusGroup.self), 2, count)
    }
  }

  @inline(__always)
  func render(_ groups: UnsafePointer<TactusGroup>, _ number: Int32, _ count: Int) {
    tactus_render(groups, number, Int32(SynthLimits.gridFrames), Int32(truncatingIfNeeded: count))
  }

  /// Fills the rows of a group's lanes, from the given row on; lanes that do not sound give zeros.
  @inline(__always)
  func read(_ index: Int, _ count: Int, into firstRow: Int) {
    let active = groups[index].active
    for lane in 0..<8 {
      let row = rows[firstRow &+ lane]
      if active & VoiceGroup.bit(lane) == 0 {
        row.update(repeating: 0, count: count)
      } else {
        readers[index &* 8 &+ lane].read(count, reading, rows, into: row)
      }
    }
  }

  /// What the kernels have to do for a group.
  @inline(__always)
  private mutating func work(_ index: Int, at offset: Int, rows: UnsafePointer<Float>) -> TactusGroup {
    mark(index)
    return TactusGroup(
      lanes: UnsafeMutableRawPointer(groups + index).assumingMemoryBound(to: TactusLanes.self), rows: rows,
      work: groups[index].work, buses: buses[index % SynthLimits.stripes].advanced(by: offset))
  }

  /// Notes what a group's stripe feeds.
  @inline(__always)
  private mutating func mark(_ index: Int) {
    let bit: UInt32 = 1 &<< UInt32(index % SynthLimits.stripes)
    usedStripes |= bit
    if groups[index].feedsReverb { reverbStripes |= bit }
    if groups[index].feedsChorus { chorusStripes |= bit }
  }
}

/// A group to be rendered, and another one beside it; −1 for none.
struct GroupPair {
  var first = -1
  var second = -1
}

/// Groups that wait for one of their kind; −1 for none.
private struct WaitingGroups {
  var open = -1
  var filtered = -1

  /// The pair that another group completes; without a partner it waits.
  @inline(__always)
  mutating func joined(by index: Int, isFiltered: Bool) -> GroupPair {
    let other = isFiltered ? filtered : open
    if isFiltered { filtered = other < 0 ? index : -1 } else { open = other < 0 ? index : -1 }
    return other < 0 ? GroupPair() : GroupPair(first: other, second: index)
  }
}
