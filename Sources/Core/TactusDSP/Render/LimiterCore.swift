/// A look-ahead limiter for two channels.
///
///     x ──┬─────────────────────── delay ──────────────────────── × ──► y
///         └─ true peak ─ required gain ─ minimum of W ─ release ─ mean of W
///
/// The gain falls at once to the minimum of the last W required gains, recovers from it exponentially (release), and is
/// smoothed by the mean of the last W values. Each of these W values is at most the gain that the frame W − 1 frames
/// before the current one requires. When that frame leaves the delay, it is multiplied by the mean of these values,
/// which is therefore low enough. Gains are summed as integers in units of 2⁻⁴⁰, so no error accumulates. Where nothing
/// is limited, the sound passes unchanged, bit for bit.
package struct LimiterCore {
  var left: PeakScan
  var right: PeakScan
  /// The maximum true peak.
  let ceiling: Float
  /// W, in frames.
  let window: Int
  /// The latency in frames.
  package let latency: Int
  /// The fraction of its remaining distance to 1 by which the gain recovers per frame.
  let release: Double

  /// The delayed sound: `latency` frames for each side.
  let delayLeft: UnsafeMutablePointer<Float>
  let delayRight: UnsafeMutablePointer<Float>
  let delayLength: Int
  /// The values in the monotonic queue of the sliding minimum.
  let queueValues: UnsafeMutablePointer<Float>
  /// The frames of these values.
  let queueFrames: UnsafeMutablePointer<Int64>
  var queueFirst = 0
  var queueCount = 0
  /// The last W gains before smoothing, in units of 2⁻⁴⁰.
  let held: UnsafeMutablePointer<Int64>
  /// The sum of `held`.
  var sum: Int64 = 0
  /// The smoothed gains for the frames that leave the delay during the current run.
  let gains: UnsafeMutablePointer<Float>
  /// Whether all gains were 1 in the last run, and no frame so far can reduce a later gain.
  var isIdle = true

  /// The number of frames that have been analyzed.
  var frame: Int64 = 0
  /// The gain before smoothing.
  var present = 1.0
  /// The gain required by the previous frame.
  var lastNeeded: Float = 1
  /// The write position in the delay.
  var writeIndex = 0
  /// The number of frames in the current run.
  var filled = 0
  /// The smallest gain applied.
  package var leastGain: Float = 1

  static var unit: Double { @_noAllocation @_noLocks get { 0x1p40 } }

  /// Limits `count` frames in place, with a delay of `latency` frames.
  /// - Parameter applied: the memory for the gain of each output frame; nil if it is not needed.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>,
    gains applied: UnsafeMutablePointer<Float>? = nil, count: Int
  ) {
    var i = 0
    while i < count {
      let (l, r) = (left[i], right[i])
      // the gains for the frames that leave the delay in this run were computed at the end of the previous run
      let gain = gains[filled]
      if let applied { applied[i] = gain }
      left[i] = delayLeft[writeIndex] * gain
      right[i] = delayRight[writeIndex] * gain
      delayLeft[writeIndex] = l - l == 0 ? l : 0
      delayRight[writeIndex] = r - r == 0 ? r : 0
      writeIndex = writeIndex &+ 1 == delayLength ? 0 : writeIndex &+ 1
      let isFull = self.left.take(l)
      _ = self.right.take(r)
      filled &+= 1
      if isFull { look() }
      i &+= 1
    }
  }

  /// Clears everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() {
    left.reset()
    right.reset()
    delayLeft.update(repeating: 0, count: delayLength)
    delayRight.update(repeating: 0, count: delayLength)
    held.update(repeating: Int64(Self.unit), count: window)
    gains.update(repeating: 1, count: PeakScan.run)
    sum = Int64(Self.unit) &* Int64(window)
    (queueFirst, queueCount, frame, writeIndex, filled) = (0, 0, 0, 0, 0)
    (present, lastNeeded, leastGain, isIdle) = (1, 1, 1, true)
  }

  /// Analyzes a full run and computes the gains for the next one.
  @_noAllocation @_noLocks
  private mutating func look() {
    let isLoud = left.mayExceed(ceiling) || right.mayExceed(ceiling)
    if isLoud || !isIdle || lastNeeded < 1 {
      var index = 0
      var idle = true
      while index < PeakScan.run {
        step(index, isLoud ? need(at: index) : 1)
        if gains[index] < 1 { idle = false }
        index &+= 1
      }
      isIdle = idle && queueCount == 1 && present == 1 && sum == Int64(Self.unit) &* Int64(window)
    } else {
      frame &+= Int64(PeakScan.run)
      queueCount = 0
    }
    left.advance()
    right.advance()
    filled = 0
  }

  /// Returns the gain required by the frame `PeakScan.latency` frames before the run's frame `index`, and by the span
  /// from it to the next frame.
  @inline(__always) @_noAllocation @_noLocks
  private func need(at index: Int) -> Float {
    let l = left.peak(at: index)
    let r = right.peak(at: index)
    let peak = l > r ? l : r
    return peak > ceiling ? ceiling / peak : 1
  }

  /// Advances the gain by one frame.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func step(_ index: Int, _ need: Float) {
    // A peak between two frames affects both.
    let wanted = need < lastNeeded ? need : lastNeeded
    lastNeeded = need
    let least = Double(leastOfWindow(wanted))
    let risen = present + (1 - present) * release
    present = least < risen ? least : risen
    if present > 0.999_999 && least == 1 { present = 1 }
    let value = Int64(present * Self.unit)
    let slot = Int(truncatingIfNeeded: frame % Int64(window))
    sum &+= value &- held[slot]
    held[slot] = value
    let gain = Float(Double(sum) / (Self.unit * Double(window)))
    gains[index] = gain
    if gain < leastGain { leastGain = gain }
    frame &+= 1
  }

  /// Returns the minimum of the last `window` values, including this one.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func leastOfWindow(_ value: Float) -> Float {
    if queueCount > 0, queueFrames[queueFirst] <= frame &- Int64(window) {
      queueFirst = queueFirst &+ 1 == window ? 0 : queueFirst &+ 1
      queueCount &-= 1
    }
    while queueCount > 0 {
      let last = (queueFirst &+ queueCount &- 1) % window
      if queueValues[last] < value { break }
      queueCount &-= 1
    }
    let next = (queueFirst &+ queueCount) % window
    queueValues[next] = value
    queueFrames[next] = frame
    queueCount &+= 1
    return queueValues[queueFirst]
  }
}
