/// What the audio thread does with a `TruePeakLimiter`.
extension TruePeakLimiter {
  /// By how many frames the sound comes out later.
  /// - Thread: any
  public var latency: Int { @_noAllocation @_noLocks get { core.pointee.latency } }

  /// The least gain that has been applied; 1 where nothing was limited.
  /// - Thread: audio
  public var leastGain: Float { @_noAllocation @_noLocks get { core.pointee.leastGain } }

  /// Limits `count` frames of both channels in place: what comes out is what came in ``latency`` frames before.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func render(
    _ left: UnsafeMutablePointer<Float>, _ right: UnsafeMutablePointer<Float>, count: Int
  ) {
    core.pointee.render(left, right, count: count)
  }

  /// Forgets everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func reset() { core.pointee.reset() }
}
