import CTactusKernels

// Partially rendered blocks: an event that changes one voice forces only that voice to be rendered up to the event. The
// rendered frames wait in a buffer until the whole group's block is filled, filtered and mixed.

/// The part of a group's block that is rendered ahead of the rest. It begins at the frame up to which the group is
/// rendered.
struct PartialBlock {
  var isPending = false
  /// One bit per lane: the lane is rendered up to its frame in `laneFrames`.
  var lanes: UInt8 = 0
  /// One bit per lane: the lane has a buffer of gains.
  var levelled: UInt8 = 0
  /// One bit per lane: the voice's parameters must be recomputed at the current frame.
  var pendingModulation: UInt8 = 0
  /// The number of filter changes scheduled in the block.
  var changeCount = 0
}

extension VoiceRenderer {
  /// Renders a voice up to a frame at which an event will change it, in its state before that event.
  mutating func advance(_ voice: Int, to now: Int64) {
    let index = voice &>> 3
    let bit = VoiceGroup.bit(voice & 7)
    advanceRamps(ofMixWith: index, before: now)
    guard groups[index].active & bit != 0, groupFrames[index] < now else { return }
    guard isOwn(index) else { return skip(index, from: groupFrames[index], to: now) }
    guard partialBlocks[index].changeCount <= LaneBuffers.mostPartialChanges else {
      return advanceGroup(index, to: now)
    }
    hold(index)
    let held = partialBlocks + index
    let frame = groupFrames[index]
    let isBegun = held.pointee.lanes & bit != 0
    let done = isBegun ? Int(truncatingIfNeeded: laneFrames[voice] &- frame) : 0
    let count = Int(truncatingIfNeeded: now &- frame)
    guard done < count else { return }
    updates.block = BlockPosition(slot: BlockPosition.firstPartial &+ index, frame: frame)
    let hasLevels = fillLane(
      voice, from: frame, done, count, buffers.partialBuffer(voice), levels: buffers.partialLevels(voice),
      isLevelled: held.pointee.levelled & bit != 0)
    if hasLevels { held.pointee.levelled |= bit }
    held.pointee.lanes |= bit
    laneFrames[voice] = now
  }

  /// Renders all voices that may end before a frame, or that read their channel before it, up to that frame.
  ///
  /// An event on the frame then finds the lanes of ended voices free. The pending updates of other voices are deferred
  /// until their block is rendered.
  mutating func advanceVoicesThatMayEnd(before now: Int64) {
    for index in 0..<groupEnd where groupUpdateLimits[index] < now && groups[index].active != 0 {
      var first = Int64.max
      for voice in index &* 8..<index &* 8 &+ 8 {
        if updateLimits[voice] < now { advance(voice, to: now) }
        first = min(first, updateLimits[voice])
      }
      groupUpdateLimits[index] = first
    }
  }

  /// Runs a voice's pending updates before a frame, because an event on the frame may change the state that they read.
  @inline(__always)
  mutating func runPendingUpdates(_ voice: Int, at now: Int64) {
    if nextUpdates[voice] < now { advance(voice, to: now) }
  }

  /// Starts a lane at a frame inside its group's block, and fills the lane with silence up to that frame.
  mutating func beginPartialBlock(_ voice: Int, at frame: Int64) {
    let index = voice &>> 3
    advanceRamps(ofMixWith: index, before: frame)
    let count = Int(truncatingIfNeeded: frame &- groupFrames[index])
    guard count > 0 else { return }
    hold(index)
    buffers.partialBuffer(voice).update(repeating: 0, count: count)
    partialBlocks[index].lanes |= VoiceGroup.bit(voice & 7)
    laneFrames[voice] = frame
  }

  /// Returns the partially rendered block of a group whose block is about to be filled, and moves its filter changes to
  /// the block's list.
  mutating func takePartialBlock(_ index: Int) -> PartialBlock {
    let held = partialBlocks[index]
    guard held.isPending else {
      groups[index].beginBlock(at: updates.block.frame)
      return held
    }
    partialBlocks[index] = PartialBlock(pendingModulation: held.pendingModulation)
    for number in 0..<held.changeCount {
      var change = buffers.partialChanges[index &* LaneBuffers.partialChangesPerGroup &+ number]
      if updates.block.slot == 1 { change.lane &+= 8 }
      updates.add(change)
    }
    return held
  }

  /// Copies a lane's partially rendered block to the block that is being filled, and returns its number of frames.
  @inline(__always)
  mutating func copyPartialBlock(
    _ voice: Int, _ held: PartialBlock, from frame: Int64, _ buffer: UnsafeMutablePointer<Float>,
    levels: UnsafeMutablePointer<Float>
  ) -> Int {
    let count = Int(truncatingIfNeeded: laneFrames[voice] &- frame)
    let (partialBuffer, partialLevels) = (buffers.partialBuffer(voice), buffers.partialLevels(voice))
    for frame in 0..<count { buffer[frame] = partialBuffer[frame] }
    if held.levelled & VoiceGroup.bit(voice & 7) != 0 {
      for frame in 0..<count { levels[frame] = partialLevels[frame] }
    }
    return count
  }

  @inline(__always)
  private mutating func hold(_ index: Int) {
    guard !partialBlocks[index].isPending else { return }
    partialBlocks[index].isPending = true
    groups[index].beginBlock(at: groupFrames[index])
  }
}
