import CTactusShims

/// A place in a delay line that moves evenly, read between the frames by cubic interpolation.
///
/// Its delay is a fixed-point number of frames with 16 bits behind the point, so that it moves without rounding: where
/// it starts, how fast it goes and where it arrives are exact, however long it takes.
struct MovingTap {
  /// The delay of the next frame, in 1/65,536 frames.
  var delay: Int32 = 0
  /// What each frame adds to it.
  var step: Int32 = 0

  /// Adds `weight` times the tap's next `count` frames (a multiple of four) to `sum`, and moves on.
  /// - Parameters:
  ///   - bank: the line's bank, whose current block of `count` frames is not written yet: the delay is never below
  ///     `count` and three.
  ///   - weight: the gain, in a straight line.
  @inline(__always) @_noAllocation @_noLocks
  mutating func add(
    from bank: DelayBank, line: Int, weight: Ramp, to sum: UnsafeMutablePointer<Float>, count: Int
  ) {
    let end = delay &+ step &* Int32(truncatingIfNeeded: count)
    let longest = ((delay > end ? delay : end) &>> 16) &+ 3
    let frames = bank.frames(line, delayedBy: longest)
    // From here on places count forward from `frames`.
    let stride = 65_536 &- step
    var place = SIMD4<Int32>(repeating: (longest &<< 16) &- delay) &+ SIMD4(0, 1, 2, 3) &* SIMD4(repeating: stride)
    let strides = SIMD4<Int32>(repeating: 4 &* stride)
    var weight = weight
    var i = 0
    while i < count {
      let whole = place &>> 16
      let fraction = FourFrames(tactus_float4_from(place & 0xFFFF)) * FourFrames(repeating: 0x1p-16)
      var x0 = frames.fourFrames(at: Int(whole[0]) &- 1)
      var x1 = frames.fourFrames(at: Int(whole[1]) &- 1)
      var x2 = frames.fourFrames(at: Int(whole[2]) &- 1)
      var x3 = frames.fourFrames(at: Int(whole[3]) &- 1)
      transpose(&x0, &x1, &x2, &x3)
      let y = CubicInterpolation.value(x0, x1, x2, x3, at: fraction)
      sum.setFourFrames(sum.fourFrames(at: i) + weight.value * y, at: i)
      weight.advance()
      place = place &+ strides
      i &+= 4
    }
    delay = end
  }
}
