/// Looks for the values between the samples of one channel, by interpolation at eight times the rate.
///
/// Frames are taken in runs of sixteen on the absolute grid; how they come does not matter. A run that cannot hold
/// anything above what is asked for is passed over: no value between samples exceeds the greatest sample times the sum
/// of the weights' magnitudes.
struct PeakScan {
  /// Frames that a value depends on, and places between two frames.
  static var taps: Int { @_noAllocation @_noLocks get { 32 } }
  static var phases: Int { @_noAllocation @_noLocks get { 7 } }
  /// Frames in a run.
  static var run: Int { @_noAllocation @_noLocks get { 16 } }
  /// How many frames later a frame's values are known.
  static var latency: Int { @_noAllocation @_noLocks get { taps / 2 } }
  /// How many floats a scan needs.
  static var capacity: Int { @_noAllocation @_noLocks get { taps &+ run } }

  /// The last `taps` frames, then the run.
  let frames: UnsafeMutablePointer<Float>
  let weights: UnsafePointer<Float>
  /// No value between samples is greater than the greatest sample times this.
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

  /// Takes a frame; answers whether the run is full. Not-numbers and infinities count as nothing.
  @inline(__always) @_noAllocation @_noLocks
  mutating func take(_ sample: Float) -> Bool {
    frames[Self.taps &+ filled] = sample - sample == 0 ? sample : 0
    filled &+= 1
    return filled == Self.run
  }

  /// Whether the full run can hold a value above `limit`.
  @inline(__always) @_noAllocation @_noLocks
  func mayExceed(_ limit: Float) -> Bool { frames.peak(count: Self.capacity) * bound > limit }

  /// The greatest magnitude at the frame `latency` before the run's `index`-th, and between it and the next.
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

  /// Makes room for the next run.
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
