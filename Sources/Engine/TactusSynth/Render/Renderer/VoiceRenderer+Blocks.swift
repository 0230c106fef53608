import CTactusKernels

// Fills a group's block. Each lane is filled separately, in segments between the updates of its voice.

extension VoiceRenderer {
  /// Renders the block of a group's lanes starting at a frame; the filter is applied later.
  mutating func fill(_ index: Int, _ slot: Int, from frame: Int64, _ count: Int) -> GroupRun {
    let group = groups + index
    var run = GroupRun(index: index, slot: slot, count: count)
    updates.block = BlockPosition(slot: slot, frame: frame)
    let held = takePartialBlock(index)
    run.lanes = group.pointee.active | held.lanes
    let last = frame &+ Int64(count)
    let isAligned = frame & 15 == 0
    var rest = run.lanes
    while rest != 0 {
      let lane = rest.trailingZeroBitCount
      rest &= rest &- 1
      let voice = index &* 8 &+ lane
      let buffer = buffers[slot &* 8 &+ lane]
      if held.lanes & VoiceGroup.bit(lane) != 0 {
        let levels = buffers.levels(slot &* 8 &+ lane)
        let done = copyPartialBlock(voice, held, from: frame, buffer, levels: levels)
        let isLevelled = held.levelled & VoiceGroup.bit(lane) != 0
        if fillLane(voice, from: frame, done, count, buffer, levels: levels, isLevelled: isLevelled) {
          run.levelled |= VoiceGroup.bit(lane)
        }
        pad(buffer, count)
        continue
      }
      if nextUpdates[voice] <= frame {
        updates.update(voice, at: frame)
        if group.pointee.active & VoiceGroup.bit(lane) == 0 {
          updates.stopFilter(voice, at: frame)
          run.lanes &= ~VoiceGroup.bit(lane)
          continue
        }
      }
      let kind = levels[voice].kind
      if nextUpdates[voice] >= last, kind == .one || kind == .curve && isAligned {
        updates.followFilters(voice, before: last)
        read(voice, count, from: frame, into: buffer)
        if kind == .curve { run.curved |= VoiceGroup.bit(lane) }
      } else if fillLane(
        voice, from: frame, 0, count, buffer, levels: buffers.levels(slot &* 8 &+ lane), isLevelled: false)
      {
        run.levelled |= VoiceGroup.bit(lane)
      }
      pad(buffer, count)
    }
    run.filters = group.pointee.filteredInBlock != 0
    run.reverb = group.pointee.feedsReverb
    run.chorus = group.pointee.feedsChorus
    run.delay = group.pointee.feedsDelay
    run.insertions = group.pointee.feedsInsertions
    return run
  }

  /// Reads frames of a voice's sample, and equalizes them.
  @inline(__always)
  private mutating func read(_ voice: Int, _ count: Int, from frame: Int64, into buffer: UnsafeMutablePointer<Float>) {
    readers[voice].read(count, interpolation, buffers, into: buffer)
    guard groups[voice &>> 3].equalized & VoiceGroup.bit(voice & 7) != 0 else { return }
    updates.equalizers[voice].render(buffer, count, from: frame)
  }

  /// Clears the rest of the last block of sixteen frames, because the kernels read whole blocks of sixteen.
  @inline(__always)
  private func pad(_ buffer: UnsafeMutablePointer<Float>, _ count: Int) {
    if count & 15 != 0 { (buffer + count).update(repeating: 0, count: 16 &- count & 15) }
  }

  /// Fills frames `done` ..< `count` of one lane's buffer, which begins at `frame`, and of the buffer of its gains
  /// unless all gains are 1. Returns whether the buffer of gains is filled.
  mutating func fillLane(
    _ voice: Int, from frame: Int64, _ done: Int, _ count: Int, _ buffer: UnsafeMutablePointer<Float>,
    levels levelBuffer: UnsafeMutablePointer<Float>, isLevelled: Bool
  ) -> Bool {
    var done = done
    var isLevelled = isLevelled
    while done < count {
      let now = frame &+ Int64(done)
      if nextUpdates[voice] <= now { updates.update(voice, at: now) }
      let isOver = voices[voice].state == .free
      let span =
        isOver ? count &- done : Int(truncatingIfNeeded: min(Int64(count), nextUpdates[voice] &- frame)) &- done
      if !isLevelled, isOver || levels[voice].kind != .one {
        isLevelled = true
        levelBuffer.update(repeating: 1, count: done)
      }
      if isOver {
        // The filter's remaining output is inaudible. Its coefficient ramp is stopped, because a ramp without an end
        // could make the filter unstable.
        updates.stopFilter(voice, at: now)
        (buffer + done).update(repeating: 0, count: span)
        (levelBuffer + done).update(repeating: 0, count: span)
      } else {
        updates.followFilters(voice, before: now &+ Int64(span))
        read(voice, span, from: now, into: buffer + done)
        if isLevelled {
          levels[voice].write(span, from: now, curves + voice &>> 3, voice & 7, into: levelBuffer + done)
        }
      }
      done &+= span
    }
    return isLevelled
  }

  /// Advances a group without audio, because another replica renders it.
  mutating func skip(_ index: Int, from frame: Int64, to end: Int64) {
    updates.block = BlockPosition(slot: -1, frame: frame)
    var rest = groups[index].active
    while rest != 0 {
      let voice = index &* 8 &+ rest.trailingZeroBitCount
      rest &= rest &- 1
      var now = frame
      while now < end {
        if nextUpdates[voice] <= now { updates.update(voice, at: now) }
        if voices[voice].state == .free { break }
        let next = min(min(end, nextUpdates[voice]), now &+ SynthLimits.resyncFrames)
        if updates.tracksPhase(voice) { readers[voice].skip(Int(truncatingIfNeeded: next &- now), buffers) }
        now = next
      }
    }
    let group = groups + index
    used.mark(
      GroupRun(
        index: index, reverb: group.pointee.feedsReverb, chorus: group.pointee.feedsChorus,
        delay: group.pointee.feedsDelay, insertions: group.pointee.feedsInsertions))
    self.end(index, at: end)
  }
}

/// Which block buffers are being filled, and the frame at which they begin.
struct BlockPosition {
  /// The slot of the first group's partially rendered block.
  static var firstPartial: Int { 3 }
  /// 0 and 1 for two groups that are filtered side by side, 2 for one that is rendered alone, `firstPartial` + group
  /// for a partially rendered block, −1 for none.
  var slot = 0
  var frame: Int64 = 0
}
