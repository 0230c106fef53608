/// A gain that goes in a straight line through a block, four frames at a step.
struct Ramp {
  /// The gains of the present four frames.
  private(set) var value: FourFrames
  private let stride: FourFrames

  /// From `start` on, `step` more with each frame.
  @inline(__always) @_noAllocation @_noLocks
  init(from start: Float, step: Float) {
    value = FourFrames(repeating: start) + FourFrames.count * FourFrames(repeating: step)
    stride = FourFrames(repeating: 4 * step)
  }

  /// From `start` at a block's first frame towards `end` at the first frame behind it.
  @inline(__always) @_noAllocation @_noLocks
  init(from start: Float, to end: Float, frames: Int) { self.init(from: start, step: (end - start) / Float(frames)) }

  /// Goes on by four frames.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() { value = value + stride }
}
