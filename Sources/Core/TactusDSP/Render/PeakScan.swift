/// Finds the peaks at and between the samples of one channel, by interpolation at eight times the sample rate.
///
/// Frames are processed in runs of sixteen, counted from the first frame and independent of the division into calls. A
/// run that cannot exceed the requested level is skipped: no value between samples exceeds the greatest sample times
/// the sum of the weights' magnitudes.
struct PeakScan {
  /// The number of frames that an interpolated value depends on.
  static var taps: Int { @_noAllocation @_noLocks get { 32 } }
  /// The number of interpolated positions between two frames.
  static var phases: Int { @_noAllocation @_noLocks get { 7 } }
  /// The number of frames in a run.
  static var run: Int { @_noAllocation @_noLocks get { 16 } }
  /// The latency in frames.
  static var latency: Int { @_noAllocation @_noLocks get { taps / 2 } }
  /// The number of floats that a scan needs.
  static var capacity: Int { @_noAllocation @_noLocks get { taps &+ run } }

  /// The last `taps` frames before the current run, followed by the run.
  let frames: UnsafeMutablePointer<Float>
  /// The weights of `PeakInterpolation`.
  let weights: UnsafePointer<Float>
  /// An upper bound of the interpolation's gain: no value between samples exceeds the greatest sample times this
  /// bound.
  let bound: Float
  private(set) var filled = 0

  /// - Thread: control
  init(frames: UnsafeMutablePointer<Float>, weights: UnsafePointer<Float>, bound: Float) {
    self.frames = frames
    self.weights = weights
    self.bound = bound
  }

  @_noAllocation @_noLocks
  mutating func reset() {
    frames.clear(count: Self.capacity)
    filled = 0
  }

  /// Adds a frame; returns whether the run is full. NaN and infinities count as 0.
  @inline(__always) @_noAllocation @_noLocks
  mutating func take(_ sample: Float) -> Bool {
    frames[Self.taps &+ filled] = sample - sample == 0 ? sample : 0
    filled &+= 1
    return filled == Self.run
  }

  /// Whether the full run may contain a value above `limit`.
  @inline(__always) @_noAllocation @_noLocks
  func mayExceed(_ limit: Float) -> Bool { frames.peak(count: Self.capacity) * bound > limit }

  /// Returns the greatest magnitude at the frame that is `latency` frames before the run's frame `index`, and from
  /// there to the next frame.
  @inline(__always) @_noAllocation @_noLocks
  func peak(at index: Int) -> Float {
    let first = frames + (index &+ 1)
    var peak = first[Self.latency &- 1].magnitude
    var phase = 0
    while phase < Self.phases {
      let weights = weights + phase &* Self.taps
      var sum = first.fourFrames(at: 0) * weights.fourFrames(at: 0)
      var tap = 4
      while tap < Self.taps {
        sum = sum + first.fourFrames(at: tap) * weights.fourFrames(at: tap)
        tap &+= 4
      }
      let value = ((sum.lanes[0] + sum.lanes[2]) + (sum.lanes[1] + sum.lanes[3])).magnitude
      if value > peak { peak = value }
      phase &+= 1
    }
    return peak
  }

  /// Starts the next run.
  @inline(__always) @_noAllocation @_noLocks
  mutating func advance() {
    var i = 0
    while i < Self.taps {
      frames.setFourFrames(frames.fourFrames(at: i &+ Self.run), at: i)
      i &+= 4
    }
    filled = 0
  }
}
