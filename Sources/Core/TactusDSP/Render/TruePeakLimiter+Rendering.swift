/// The audio side of a `TruePeakLimiter`.
extension TruePeakLimiter {
  /// The latency in frames.
  /// - Thread: any
  public var latency: Int { @_noAllocation @_noLocks get { core.pointee.latency } }

  /// The smallest gain applied; 1 if nothing was limited.
  /// - Thread: audio
  public var leastGain: Float { @_noAllocation @_noLocks get { core.pointee.leastGain } }

  /// Limits `count` frames of both channels in place. The output is delayed by ``latency`` frames.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    core.pointee.render(left, right, count: count)
  }

  /// Limits `count` frames of both channels, and writes the gain of each output frame, for other channels that are
  /// delayed by ``latency`` frames.
  /// - Thread: audio
  @_noAllocation @_noLocks
  package borrowing func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, gains: UnsafeMutablePointer<Float>,
    count: Int
  ) {
    core.pointee.render(left, right, gains: gains, count: count)
  }

  /// Clears everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func reset() { core.pointee.reset() }
}
