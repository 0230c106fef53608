import CTactusKernels

extension ChorusCore {
  /// Renders the block that the gate has collected.
  @_noAllocation @_noLocks
  mutating func renderBlock() {
    if isAsleep {
      if isNew { settle() }
      if gate.cleanInput() == 0 { return rest() }
      wake()
    }
    if cellBlock == 0 { beginCell() }
    var blocks = makeBlocks()
    blocks.left = UnsafePointer(gate.inputLeft)
    blocks.right = UnsafePointer(gate.inputRight)
    blocks.blocks = 1
    _ = render(&blocks)
  }

  /// Processes a block while the effect sleeps. Parameter ramps advance meanwhile, so a sound is the same whether or
  /// not others have played before.
  @_noAllocation @_noLocks
  private mutating func rest() {
    if cellBlock == 0, isPending || restlessCells > 0 {
      if restlessCells == 0 { setTaps(from: 0) }
      beginCell()
    }
    if restlessCells > 0 {
      if rampLeft > 0 { stepRamp() }
      tactus_pass(taps, Int32(Self.block))
    }
    endBlocks(1)
  }

  /// Renders as many whole blocks as fit in the rest of the cell and in `count` frames, while the gate is empty and the
  /// effect is awake. Returns the number of frames.
  @_noAllocation @_noLocks
  mutating func renderWhole(
    inputLeft: UnsafePointer<Float>, inputRight: UnsafePointer<Float>, outputLeft: UnsafeMutablePointer<Float>,
    outputRight: UnsafeMutablePointer<Float>, reverbLeft: UnsafeMutablePointer<Float>?,
    reverbRight: UnsafeMutablePointer<Float>?, count: Int
  ) -> Int {
    if cellBlock == 0 { beginCell() }
    let room = ChorusTuning.blocksPerCell &- cellBlock
    let whole = count / Self.block
    // While gains are ramping, each block has its own gains.
    let wanted = rampLeft > 0 ? 1 : whole < room ? whole : room
    var blocks = makeBlocks()
    blocks.left = inputLeft
    blocks.right = inputRight
    blocks.to_output = TactusSides(left: outputLeft, right: outputRight)
    blocks.to_reverb = TactusSides(left: reverbLeft, right: reverbRight)
    blocks.blocks = Int32(truncatingIfNeeded: wanted)
    return render(&blocks)
  }

  /// Returns the parameters for rendering blocks, except the pointers to frames; advances the tuning's ramp if there is
  /// one.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func makeBlocks() -> TactusChorusBlocks {
    let size = Self.block
    var blocks = TactusChorusBlocks()
    blocks.input = gate.inputs
    blocks.output = gate.outputs
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
    let result = tactus_chorus(&blocks)
    let last = Int(result.blocks) &- 1
    lines.advance(blocks: result.is_silent ? last : last &+ 1)
    follower.follow(peaks: result.peaks, count: Int(result.blocks), frames: Self.block)
    endBlocks(last &+ 1)
    if !result.is_silent {
      quietBlocks = 0
    } else {
      // the earlier blocks were not silent
      if last > 0 { quietBlocks = 0 }
      quietBlocks = lines.hush(below: ReverbCore.floor) ? quietBlocks &+ 1 : 0
      lines.advance()
      if quietBlocks &* Self.block > lines.length { fallAsleep() }
    }
    return Int(result.blocks) &* Self.block
  }

  /// Counts blocks of a cell, asleep or not.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func endBlocks(_ count: Int) {
    isNew = false
    cellBlock &+= count
    guard cellBlock == ChorusTuning.blocksPerCell else { return }
    cellBlock = 0
    if restlessCells > 0 { restlessCells &-= 1 }
    phase &+= tuning.phaseStep
  }

  /// Starts the ramps of the taps towards their positions at the end of the cell.
  @_noAllocation @_noLocks
  private mutating func beginCell() {
    beginRamp()
    setTapTargets()
  }

  /// Enters sleep: every line holds zeros, so only the output needs to be cleared.
  @_noAllocation @_noLocks
  private mutating func fallAsleep() {
    gate.silenceOutput()
    sums.clear(count: 4 &* Self.block)  // and the sends after them
    quietBlocks = 0
    isAsleep = true
    follower.reset()
  }
}
