/// The state that chorus and reverb have in common: the division into blocks, the level of the tail, and sleep during
/// silence.
///
/// It is not generic over the settings because, in a debug build, the compiler rejects calls of generic functions in
/// code for the audio thread.
struct EffectState {
  var gate: BlockGate
  private var follower: PeakFollower
  /// Whether everything has decayed, so that blocks without input need not be rendered.
  private(set) var isAsleep = true
  /// The number of consecutive blocks in which only zeros were written.
  private var quietBlocks = 0

  /// Creates the state of an effect that sleeps.
  /// - Parameter window: the longest delay of the effect in frames.
  /// - Thread: control
  init(gate: BlockGate, window: Int) {
    self.gate = gate
    follower = PeakFollower(window: window)
  }

  /// Clears the gate and the level, and sleeps.
  @_noAllocation @_noLocks
  mutating func reset() {
    gate.reset()
    startSleeping()
  }

  @_noAllocation @_noLocks
  mutating func wake() { isAsleep = false }

  /// Counts a rendered block, and starts sleeping once enough quiet blocks have passed to clear all lines of input.
  /// - Parameters:
  ///   - isQuiet: whether only zeros were written.
  ///   - limit: the number of blocks after which no line contains any input.
  /// - Returns: whether the effect sleeps now.
  @inline(__always) @_noAllocation @_noLocks
  mutating func count(isQuiet: Bool, limit: Int) -> Bool {
    quietBlocks = isQuiet ? quietBlocks &+ 1 : 0
    guard quietBlocks > limit else { return false }
    // every line holds zeros, so only the output needs to be cleared
    gate.silenceOutput()
    startSleeping()
    return true
  }

  @_noAllocation @_noLocks
  private mutating func startSleeping() {
    quietBlocks = 0
    isAsleep = true
    follower.reset()
  }

  /// Processes the peak of a block: the greatest magnitude of its input and output.
  @inline(__always) @_noAllocation @_noLocks
  mutating func follow(peak: Float) { follower.follow(peak: peak, frames: gate.block) }

  /// Processes the peaks of `count` blocks, at most four.
  @inline(__always) @_noAllocation @_noLocks
  mutating func follow(peaks: (Float, Float, Float, Float), count: Int) {
    follower.follow(peaks: peaks, count: count, frames: gate.block)
  }

  /// Whether everything has decayed and there has been no input since. The output is then exactly zero until there is
  /// input.
  /// - Thread: audio
  var isSilent: Bool { @_noAllocation @_noLocks get { isAsleep && gate.pendingPeak == 0 } }

  /// An estimate of the level of the remaining tail: the peak of input and output over at least the longest delay of
  /// the effect.
  /// - Thread: audio
  var level: Float {
    @_noAllocation @_noLocks get {
      let pending = gate.pendingPeak
      let peak = follower.peak
      return pending > peak ? pending : peak
    }
  }
}
