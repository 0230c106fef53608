import CTactusKernels

extension ReverbCore {
  /// Renders the block that the gate has collected.
  @_noAllocation @_noLocks
  mutating func renderBlock() {
    if state.isAsleep {
      if clock == 0 { settle() }
      if state.gate.cleanInput() == 0 { return rest() }
      state.wake()
    }
    let nowhere = TactusSides(left: nil, right: nil)
    render(UnsafePointer(state.gate.inputLeft), UnsafePointer(state.gate.inputRight), addingTo: nowhere)
  }

  /// Processes a block while the effect sleeps. Parameter ramps continue to advance, so the result for a sound does not
  /// depend on whether other sounds came before it.
  @_noAllocation @_noLocks
  private mutating func rest() {
    clock &+= 1
    beginRamp()
    stepRamp()
    endRamp()
  }

  /// Renders a whole block and adds the result to an output; used while the gate is empty and the effect is awake.
  @_noAllocation @_noLocks
  mutating func render(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, addingTo output: TactusSides
  ) {
    clock &+= 1
    beginRamp()
    let peaks = renderNetwork(left, right, addingTo: output)
    endRamp()
    var isQuiet = false
    if peaks.input == 0 && peaks.output < Self.floor {
      isQuiet = hush()
      entrance.advance()
      firstDiffuser.advance()
      secondDiffuser.advance()
      room.advance()
    } else {
      entrance.advance(blocks: 1)
      firstDiffuser.advance(blocks: 1)
      secondDiffuser.advance(blocks: 1)
      room.advance(blocks: 1)
    }
    state.follow(peak: peaks.input > peaks.output ? peaks.input : peaks.output)
    _ = state.count(isQuiet: isQuiet, limit: memoryBlocks)
  }

  /// Renders one block of the complete network.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func renderNetwork(
    _ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, addingTo output: TactusSides
  ) -> TactusReverbPeaks {
    var block = TactusReverbBlock()
    block.direct_from = tuning.direct
    block.crossed_from = tuning.crossed
    stepRamp()
    block.left = left
    block.right = right
    block.to_output = output
    block.input = state.gate.inputs
    block.output = state.gate.outputs
    block.entrance = entrance.rings
    block.first = firstDiffuser.rings
    block.second = secondDiffuser.rings
    block.room = room.rings
    block.states = filterStates
    block.swung = swung
    block.tap_delays = TactusEightCounts(tuning.tapDelays)
    block.first_delays = TactusEightCounts(tuning.firstDelays)
    block.second_delays = TactusEightCounts(tuning.secondDelays)
    let swing = setSwing(of: &block)
    block.room_delays = TactusEightCounts(tuning.roomDelays &- swing)
    block.second_weights = TactusEight(ReverbTuning.secondWeights)
    block.room_gain = TactusEight(tuning.roomGain)
    block.room_pole = TactusEight(tuning.roomPole)
    block.upper_gain = tuning.upperGain
    block.upper_pole = tuning.upperPole
    block.lower_gain = tuning.lowerGain
    block.lower_pole = tuning.lowerPole
    block.direct = tuning.direct
    block.crossed = tuning.crossed
    if isRamping { setFade(of: &block, swing: swing) }
    return ctactus_reverb(&block)
  }

  /// Fills in the crossfade to the delays of the target. `rampLeft` has already been decremented for this block.
  @inline(never) @_noAllocation @_noLocks
  private func setFade(of block: inout TactusReverbBlock, swing: SIMD8<Int32>) {
    block.is_fading = true
    block.share_step = 1 / Float(rampBlocks &* Self.block)
    block.share = Float((rampBlocks &- rampLeft &- 1) &* Self.block &- 4) * block.share_step
    block.next_tap_delays = TactusEightCounts(target.tapDelays)
    block.next_first_delays = TactusEightCounts(target.firstDelays)
    block.next_second_delays = TactusEightCounts(target.secondDelays)
    block.next_room_delays = TactusEightCounts(target.roomDelays &- swing)
  }

  /// Fills in the fractional parts of the block's modulated read positions. Returns the number of whole frames by which
  /// the modulation shortens each line's delay; a shorter delay means a later read position in the ring.
  @inline(__always) @_noAllocation @_noLocks
  private func setSwing(of block: inout TactusReverbBlock) -> SIMD8<Int32> {
    let perFrame = ReverbTuning.blocksPerSwingFrame
    var wholes = SIMD8<Int32>.zero
    var line = 0
    while line < 4 {
      let half = Int64(swings[line]) &* perFrame
      let phase = (clock &+ Int64(line) &* 37) % (2 &* half)
      let isRising = phase < half
      // The position is in eighths of a frame. While it rises, the block starts at the position; while it falls, the
      // block starts an eighth of a frame above the position and ends at it.
      let position = isRising ? phase : 2 &* half &- 1 &- phase
      wholes[line] = Int32(truncatingIfNeeded: position / perFrame)
      block.swing[line] = Float(position % perFrame &+ (isRising ? 0 : 1)) / Float(perFrame)
      block.swing_step[line] = (isRising ? 1 : -1) / Float(perFrame &* Int64(Self.block))
      line &+= 1
    }
    return wholes
  }
}
