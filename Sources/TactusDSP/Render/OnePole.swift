/// A one-pole low-pass, y[n] = a·x[n] + p·y[n−1], four frames at a step.
///
/// Put into itself three times the recursion reads
///
///     y[n] = a·x[n] + a·p·x[n−1] + a·p²·x[n−2] + a·p³·x[n−3] + p⁴·y[n−4]
///
/// so that four frames follow from the four before, with no lane waiting for its neighbour.
struct OnePole {
  private let tap0: FourFrames
  private let tap1: FourFrames
  private let tap2: FourFrames
  private let tap3: FourFrames
  private let back: FourFrames
  private var last: FourFrames

  /// A filter with input gain `a` and pole `p`, going on from its last four outputs.
  @inline(__always) @_noAllocation @_noLocks
  init(a: Float, p: Float, last: UnsafeMutablePointer<Float>) {
    tap0 = FourFrames(repeating: a)
    tap1 = FourFrames(repeating: a * p)
    tap2 = FourFrames(repeating: a * p * p)
    tap3 = FourFrames(repeating: a * p * p * p)
    back = FourFrames(repeating: p * p * p * p)
    self.last = last.fourFrames(at: 0)
  }

  /// The outputs of frames i …, from an input that also holds the three frames before.
  @inline(__always) @_noAllocation @_noLocks
  mutating func next(_ x: UnsafePointer<Float>, at i: Int) -> FourFrames {
    let near = tap0 * x.fourFrames(at: i) + tap1 * x.fourFrames(at: i &- 1)
    let far = tap2 * x.fourFrames(at: i &- 2) + tap3 * x.fourFrames(at: i &- 3)
    last = (near + far) + back * last
    return last
  }

  /// Keeps the last four outputs for the next block.
  @inline(__always) @_noAllocation @_noLocks
  func keep(in last: UnsafeMutablePointer<Float>) { last.setFourFrames(self.last.withoutTiny, at: 0) }
}
