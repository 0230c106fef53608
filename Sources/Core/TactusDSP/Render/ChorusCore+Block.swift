import CTactusKernels

extension ChorusCore {
  /// Renders the block that the gate has collected.
  @_noAllocation @_noLocks
  mutating func renderBlock() {
    if state.isAsleep {
      if isNew { settle() }
      if state.gate.cleanInput() == 0 { return rest() }
      wake()
    }
    if cellBlock == 0 { beginCell() }
    var blocks = makeBlocks()
    blocks.left = UnsafePointer(state.gate.inputLeft)
    blocks.right = UnsafePointer(state.gate.inputRight)
    blocks.blocks = 1
    _ = render(&blocks)
  }

  /// Processes a block while the effect sleeps. Parameter ramps continue to advance, so the result for a sound does not
  /// depend on whether other sounds came before it.
  @_noAllocation @_noLocks
  private mutating func rest() {
    if cellBlock == 0, isPending || restlessCells > 0 {
      if restlessCells == 0 { setTaps(from: 0) }
      beginCell()
    }
    if restlessCells > 0 {
      if rampLeft > 0 { stepRamp() }
      ctactus_pass(taps, Int32(Self.block))
    }
    endBlocks(1)
  }

  /// Renders as many whole blocks as fit in the rest of the current 64-frame cell and in `count` frames, and returns
  /// their number of frames. Used while the gate is empty and the effect is awake.
  @_noAllocation @_noLocks
  mutating func renderWhole(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, reverbLeft: UnsafeMutablePointer<Float>?,
    reverbRight: UnsafeMutablePointer<Float>?, count: Int
  ) -> Int {
    if cellBlock == 0 { beginCell() }
    let room = ChorusTuning.blocksPerCell &- cellBlock
    let whole = count / Self.block
    // While gains ramp, each block has its own gains and is rendered separately.
    let wanted = rampLeft > 0 ? 1 : whole < room ? whole : room
    var blocks = makeBlocks()
    blocks.left = inputLeft
    blocks.right = inputRight
    blocks.to_output = TactusSides(left: outputLeft, right: outputRight)
    blocks.to_reverb = TactusSides(left: reverbLeft, right: reverbRight)
    blocks.blocks = Int32(truncatingIfNeeded: wanted)
    return render(&blocks)
  }

  /// Returns the parameters for rendering blocks, except the pointers to the caller's frames; advances the tuning's
  /// ramp if one is in progress.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func makeBlocks() -> TactusChorusBlocks {
    let size = Self.block
    var blocks = TactusChorusBlocks()
    blocks.input = state.gate.inputs
    blocks.output = state.gate.outputs
    blocks.sends = TactusSides(left: sends, right: sends + size)
    blocks.sums = TactusSides(left: sums, right: sums + size)
    blocks.lines = lines.rings
    blocks.taps = taps
    if rampLeft > 0 {
      blocks.is_ramping = true
      blocks.weights_from = TactusEight(tuning.weights)
      blocks.gain_from = tuning.gain
      blocks.feedback_from = tuning.feedback
      blocks.send_from = tuning.reverbSend
      stepRamp()
    }
    blocks.voices = tuning.voices
    blocks.weights = TactusEight(tuning.weights)
    blocks.gain = tuning.gain
    blocks.feedback = tuning.feedback
    blocks.send = tuning.reverbSend
    blocks.floor = ReverbCore.floor
    return blocks
  }

  /// Renders blocks up to the first silent one, and returns their number of frames.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func render(_ blocks: inout TactusChorusBlocks) -> Int {
    let result = ctactus_chorus(&blocks)
    let last = Int(result.blocks) &- 1
    lines.advance(blocks: result.is_silent ? last : last &+ 1)
    state.follow(peaks: result.peaks, count: Int(result.blocks))
    endBlocks(last &+ 1)
    // the blocks before a silent one were not silent
    if !result.is_silent || last > 0 { _ = state.count(isQuiet: false, limit: 0) }
    if result.is_silent {
      let isQuiet = lines.hush(below: ReverbCore.floor)
      lines.advance()
      if state.count(isQuiet: isQuiet, limit: lines.length / Self.block) {
        sums.clear(count: 4 &* Self.block)  // including the sends, which follow the sums
      }
    }
    return Int(result.blocks) &* Self.block
  }

  /// Advances the position in the current cell by `count` blocks; also called while the effect sleeps.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func endBlocks(_ count: Int) {
    isNew = false
    cellBlock &+= count
    guard cellBlock == ChorusTuning.blocksPerCell else { return }
    cellBlock = 0
    if restlessCells > 0 { restlessCells &-= 1 }
    phase &+= tuning.phaseStep
  }

  /// Starts the ramps of the taps towards their positions at the end of the cell that begins.
  @_noAllocation @_noLocks
  private mutating func beginCell() {
    beginRamp()
    setTapTargets()
  }
}
