import TactusDSP

/// Ramped gains of two buses, such as master volume and balance at the output. A ramp is linear, starts on the frame of
/// the change and ends at a multiple of 64 frames, 32 to 95 frames later. It does not depend on the division into
/// chunks.
///
/// - Thread: audio
struct MasterGain {
  private var from: SIMD2<Float>
  private var to: SIMD2<Float>
  private var start: Int64 = 0
  private var end: Int64 = 0

  /// Gains of 1, or of another value.
  init(_ gain: Float = 1) { (from, to) = (SIMD2(gain, gain), SIMD2(gain, gain)) }

  /// Starts a ramp to other gains at a frame.
  mutating func setTarget(left: Double, right: Double, at frame: Int64) {
    let target = SIMD2(Float(left), Float(right))
    guard target[0] != to[0] || target[1] != to[1] else { return }
    from = value(at: frame)
    to = target
    start = frame
    end = Modulation.arrival(after: frame)
  }

  /// Starts a ramp of both gains to the same value.
  mutating func setTarget(_ gain: Float, at frame: Int64) {
    setTarget(left: Double(gain), right: Double(gain), at: frame)
  }

  /// Sets the gains at once, without a ramp.
  mutating func jump(left: Double, right: Double) {
    (from, to) = (SIMD2(Float(left), Float(right)), SIMD2(Float(left), Float(right)))
    (start, end) = (0, 0)
  }

  /// Returns the gains at a frame.
  func value(at frame: Int64) -> SIMD2<Float> {
    guard frame < end else { return to }
    return from + (to - from) * (Float(frame &- start) / Float(end &- start))
  }

  /// Whether both gains are 0 from a frame on.
  func isZero(from frame: Int64) -> Bool { frame >= end && to[0] == 0 && to[1] == 0 }

  /// Whether both gains are 1 from a frame on.
  func isOne(from frame: Int64) -> Bool { frame >= end && to[0] == 1 && to[1] == 1 }

  /// Adds two buses, multiplied by the gains, to two others.
  func add(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    to otherLeft: UnsafeMutablePointer<Float>,
    _ otherRight: UnsafeMutablePointer<Float>, _ count: Int, from frame: Int64
  ) {
    guard !isZero(from: frame) else { return }
    for index in 0..<count {
      let gain = value(at: frame &+ Int64(index))
      otherLeft[index] += left[index] * gain[0]
      otherRight[index] += right[index] * gain[1]
    }
  }

  /// Applies the gains to two buses.
  func apply(
    to left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, _ count: Int, from frame: Int64
  ) {
    guard frame < end || to[0] != 1 || to[1] != 1 else { return }
    for index in 0..<count {
      let gain = value(at: frame &+ Int64(index))
      left[index] *= gain[0]
      right[index] *= gain[1]
    }
  }
}
