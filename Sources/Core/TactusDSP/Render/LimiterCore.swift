/// A look-ahead limiter for two channels.
///
///     x ──┬─────────────────────── delay ──────────────────── × ──► y
///         └─ true peak ─ needed gain ─ least of W ─ release ─ mean of W
///
/// The least of the last W needed gains is held, returns exponentially, and is smoothed by the mean of W: each of those
/// W values has seen the peak that is W − 1 frames back, so the mean is not above the gain that the peak needs. Sums are
/// integers of 2⁻⁴⁰, so that they never drift, and where nothing is limited the sound passes bit by bit.
package struct LimiterCore {
  var left: PeakScan
  var right: PeakScan
  /// The true peak that is allowed.
  let ceiling: Float
  /// W, and the frames by which the sound is delayed.
  let window: Int
  package let latency: Int
  /// What of the way back to 1 is gone each frame.
  let release: Double

  /// The delayed sound, `latency` + one run of frames for each side.
  let delayLeft: UnsafeMutablePointer<Float>
  let delayRight: UnsafeMutablePointer<Float>
  let delayLength: Int
  /// The ascending queue of the least: values, and the frames at which they came.
  let queueValues: UnsafeMutablePointer<Float>
  let queueFrames: UnsafeMutablePointer<Int64>
  var queueFirst = 0
  var queueCount = 0
  /// The last W held gains in 2⁻⁴⁰, and their sum.
  let held: UnsafeMutablePointer<Int64>
  var sum: Int64 = 0
  /// The gains of the run, after smoothing.
  let gains: UnsafeMutablePointer<Float>
  var isIdle = true

  /// Frames so far, up to the last full run.
  var frame: Int64 = 0
  var present = 1.0
  var lastNeeded: Float = 1
  /// Where the delay is written, and how many frames of the present run have come.
  var place = 0
  var filled = 0
  /// The least gain that was applied.
  package var leastGain: Float = 1

  static var unit: Double { @_noAllocation @_noLocks get { 0x1p40 } }

  /// Takes frames and gives as many, `latency` frames later; the output may be the input.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func render(_ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int) {
    var i = 0
    while i < count {
      let (l, r) = (left[i], right[i])
      // What left the delay one run ago has its gain by now.
      left[i] = delayLeft[place] * gains[filled]
      right[i] = delayRight[place] * gains[filled]
      delayLeft[place] = l - l == 0 ? l : 0
      delayRight[place] = r - r == 0 ? r : 0
      place = place &+ 1 == delayLength ? 0 : place &+ 1
      let isFull = self.left.take(l)
      _ = self.right.take(r)
      filled &+= 1
      if isFull { look() }
      i &+= 1
    }
  }

  /// Forgets everything.
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
    (queueFirst, queueCount, frame, place, filled) = (0, 0, 0, 0, 0)
    (present, lastNeeded, leastGain, isIdle) = (1, 1, 1, true)
  }

  /// Looks at a full run and makes the gains of the next.
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

  /// The gain that the frame `PeakScan.latency` before needs, up to the next frame.
  @inline(__always) @_noAllocation @_noLocks
  private func need(at index: Int) -> Float {
    let l = left.peak(at: index)
    let r = right.peak(at: index)
    let peak = l > r ? l : r
    return peak > ceiling ? ceiling / peak : 1
  }

  /// One frame of the gain's way.
  @inline(__always) @_noAllocation @_noLocks
  private mutating func step(_ index: Int, _ need: Float) {
    // What lies between two frames needs both.
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

  /// The least of the last `window` values, this one included.
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
