/// The greatest magnitude of the last while, the same however the frames are cut into calls.
///
/// Time is counted from the first frame in windows of a fixed length; the peak is that of the window before and of the
/// present one as far as it has come, and so of at least the last `window` and of less than twice as many frames.
package struct PeakFollower {
  /// The length of a window in frames.
  package let window: Int
  private var frame = 0
  private var current: Float = 0
  private var previous: Float = 0

  /// A follower over the last `window` frames at least.
  package init(window: Int) { self.window = window > 1 ? window : 1 }

  /// The greatest magnitude of the last `window` frames or somewhat more.
  /// - Thread: audio
  package var peak: Float {
    @_noAllocation @_noLocks get { current > previous ? current : previous }
  }

  /// Takes `count` further frames of one channel; values that are not numbers count as nothing.
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

  /// Takes `frames` further frames whose greatest magnitude is `peak`; they count as of the present window.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package mutating func follow(peak: Float, frames: Int) {
    if peak > current { current = peak }
    pass(frames: frames)
  }

  /// Takes up to four times `frames` further frames, one peak for each.
  /// - Thread: audio
  @inline(__always) @_noAllocation @_noLocks
  mutating func follow(peaks: (Float, Float, Float, Float), count: Int, frames: Int) {
    follow(peak: peaks.0, frames: frames)
    if count > 1 { follow(peak: peaks.1, frames: frames) }
    if count > 2 { follow(peak: peaks.2, frames: frames) }
    if count > 3 { follow(peak: peaks.3, frames: frames) }
  }

  /// Forgets everything.
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
