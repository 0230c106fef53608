/// Where the blocks of delayed sound come from: straight out of the rings where nothing moves, else by way of a stretch
/// of scratch.
extension ReverbCore {
  /// Frames of a stretch: four of history, a block, and four to look ahead.
  static var stretch: Int { @_noAllocation @_noLocks get { block &+ 8 } }

  /// The sound that comes from the second diffuser to a line of the room.
  @inline(__always) @_noAllocation @_noLocks
  mutating func arriving(_ line: Int) -> UnsafePointer<Float> {
    source(
      secondDiffuser, line, delay: tuning.secondDelays[line], next: target.secondDelays[line], stretch: 8 &+ line)
  }

  /// The block of a line whose delay stands still, with three frames of history.
  @inline(__always) @_noAllocation @_noLocks
  mutating func standing(_ line: Int) -> UnsafePointer<Float> {
    source(room, line, delay: tuning.roomDelays[line], next: target.roomDelays[line], stretch: line)
  }

  /// The block of a line that swings: read between two frames, at a place that moves to and fro; with three frames of
  /// history.
  @_noAllocation @_noLocks
  mutating func swung(_ line: Int) -> UnsafePointer<Float> {
    let perFrame = ReverbTuning.blocksPerSwingFrame
    let half = Int64(swings[line]) &* perFrame
    let phase = (clock &+ Int64(line) &* 37) % (2 &* half)
    let isRising = phase < half
    // The place in eighths of a frame: rising it lies between `whole` and the next, falling towards `whole`.
    let place = isRising ? phase : 2 &* half &- 1 &- phase
    let whole = Int32(truncatingIfNeeded: place / perFrame)
    let start = Float(place % perFrame &+ (isRising ? 0 : 1)) / Float(perFrame)
    let step = (isRising ? 1 : -1) / Float(perFrame &* Int64(Self.block))

    // Further along the swing is later in the ring: a shorter delay.
    let from = source(
      room, line, delay: tuning.roomDelays[line] &- whole, next: target.roomDelays[line] &- whole, stretch: 16)
    let result = stretches + (line &* Self.stretch &+ 4)
    result.setFourFrames(result.fourFrames(at: Self.block &- 4), at: -4)
    var fraction = Ramp(from: start, step: step)
    var i = 0
    while i < Self.block {
      let y = CubicInterpolation.value(
        from.fourFrames(at: i &- 1), from.fourFrames(at: i), from.fourFrames(at: i &+ 1), from.fourFrames(at: i &+ 2),
        at: fraction.value)
      result.setFourFrames(y, at: i)
      fraction.advance()
      i &+= 4
    }
    return UnsafePointer(result)
  }

  /// A block of a line with three frames before it and four behind; while its delay is changing, a mixture of the old
  /// place and the new one.
  @inline(__always) @_noAllocation @_noLocks
  mutating func source(_ bank: DelayBank, _ line: Int, delay: Int32, next: Int32, stretch: Int) -> UnsafePointer<Float>
  {
    let old = bank.frames(line, delayedBy: delay &+ 3) + 3
    guard isRamping && delay != next else { return old }
    return crossfaded(old, bank.frames(line, delayedBy: next &+ 3) + 3, stretch: stretch)
  }

  @inline(never) @_noAllocation @_noLocks
  private mutating func crossfaded(
    _ old: UnsafePointer<Float>, _ new: UnsafePointer<Float>, stretch: Int
  ) -> UnsafePointer<Float> {
    let result = stretches + (stretch &* Self.stretch &+ 4)
    let step = 1 / Float(rampBlocks &* Self.block)
    // `rampLeft` has already been counted down for this block.
    var share = Ramp(from: Float((rampBlocks &- rampLeft &- 1) &* Self.block &- 4) * step, step: step)
    // The first of the four frames before the block is read beyond the line's reach, but not used.
    var i = -4
    while i < Self.block &+ 4 {
      let a = old.fourFrames(at: i)
      result.setFourFrames(a + share.value * (new.fourFrames(at: i) - a), at: i)
      share.advance()
      i &+= 4
    }
    return UnsafePointer(result)
  }
}
