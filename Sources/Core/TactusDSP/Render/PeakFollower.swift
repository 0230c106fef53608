/// Tracks the recent peak; the result does not depend on how the frames are divided into calls.
///
/// Time is divided into windows of a fixed length, counted from the first frame. The result is the peak of the previous
/// and the current window, which together contain at least the last `window` frames and fewer than twice as many.
package struct PeakFollower {
  /// The length of a window in frames.
  package let window: Int
  private var frame = 0
  private var current: Float = 0
  private var previous: Float = 0

  /// Creates a follower over at least the last `window` frames.
  package init(window: Int) { self.window = window > 1 ? window : 1 }

  /// The greatest magnitude of at least the last `window` frames.
  /// - Thread: audio
  package var peak: Float {
    @_noAllocation @_noLocks get { current > previous ? current : previous }
  }

  /// Processes `count` more frames of one channel; NaN is ignored.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func follow(_ samples: UnsafePointer<Float>, count: Int) {
    var i = 0
    while i < count {
      let left = window &- frame
      let end = count &- i < left ? count : i &+ left
      var peak = current
      let first = i
      while i < end {
        let magnitude = samples[i].magnitude
        if magnitude > peak { peak = magnitude }
        i &+= 1
      }
      current = peak
      pass(frames: i &- first)
    }
  }

  /// Processes `frames` more frames whose greatest magnitude is `peak`; they count towards the current window, even if
  /// they extend beyond it.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func follow(peak: Float, frames: Int) {
    if peak > current { current = peak }
    pass(frames: frames)
  }

  /// Processes up to four groups of `frames` frames, with one peak for each group.
  /// - Thread: audio
  @inline(__always) @_noAllocation @_noLocks
  mutating func follow(peaks: (Float, Float, Float, Float), count: Int, frames: Int) {
    follow(peak: peaks.0, frames: frames)
    if count > 1 { follow(peak: peaks.1, frames: frames) }
    if count > 2 { follow(peak: peaks.2, frames: frames) }
    if count > 3 { follow(peak: peaks.3, frames: frames) }
  }

  /// Clears everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func reset() { self = PeakFollower(window: window) }

  @_noAllocation @_noLocks
  private mutating func pass(frames: Int) {
    frame &+= frames
    guard frame >= window else { return }
    previous = current
    current = 0
    frame = 0
  }
}
