extension ReverbCore {
  /// Mixes what leaves the room, with what comes into it, back into the lines and out; answers the greatest magnitude
  /// put out.
  ///
  /// The signs with which a side hears the lines are those of x₀x₁ over the bits of the line's number, the other
  /// side's the same times the parity of the bits. No row of the matrix is like either, so neither side hears just
  /// what is about to enter one line; and what the sides have in common cancels between neighbouring lines.
  @_noAllocation @_noLocks
  mutating func mix(fromDirect oldDirect: Float, crossed oldCrossed: Float) -> Float {
    let block = Self.block
    let y = scratch
    let outLeft = gate.outputLeft
    let outRight = gate.outputRight
    let head = room.head(0)
    let stride = room.stride
    var direct = Ramp(from: oldDirect, to: tuning.direct, frames: block)
    var crossed = Ramp(from: oldCrossed, to: tuning.crossed, frames: block)
    var peak = FourFrames.zero
    var i = 0
    while i < block {
      let y0 = y.fourFrames(at: i)
      let y1 = y.fourFrames(at: i &+ block)
      let y2 = y.fourFrames(at: i &+ 2 &* block)
      let y3 = y.fourFrames(at: i &+ 3 &* block)
      let y4 = y.fourFrames(at: i &+ 4 &* block)
      let y5 = y.fourFrames(at: i &+ 5 &* block)
      let y6 = y.fourFrames(at: i &+ 6 &* block)
      let y7 = y.fourFrames(at: i &+ 7 &* block)

      // Written so that the matrix's first sums and differences serve here too.
      let l = ((y0 + y1) + (y2 - y3)) + ((y4 + y5) + (y6 - y7))  // + + + − + + + −
      let r = ((y0 - y1) - (y2 + y3)) - ((y4 - y5) - (y6 + y7))  // + − − − − + + +
      let left = direct.value * l + crossed.value * r
      let right = direct.value * r + crossed.value * l
      outLeft.setFourFrames(left, at: i)
      outRight.setFourFrames(right, at: i)
      peak = peak.orGreater(left.magnitudes).orGreater(right.magnitudes)
      direct.advance()
      crossed.advance()

      let s = hadamard(y0, y1, y2, y3, y4, y5, y6, y7)
      head.setFourFrames(s.0, at: i)
      head.setFourFrames(s.1, at: i &+ stride)
      head.setFourFrames(s.2, at: i &+ 2 &* stride)
      head.setFourFrames(s.3, at: i &+ 3 &* stride)
      head.setFourFrames(s.4, at: i &+ 4 &* stride)
      head.setFourFrames(s.5, at: i &+ 5 &* stride)
      head.setFourFrames(s.6, at: i &+ 6 &* stride)
      head.setFourFrames(s.7, at: i &+ 7 &* stride)
      i &+= 4
    }
    return peak.greatest
  }
}
