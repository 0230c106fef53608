/// What the audio thread does with a `LoudnessMeter`.
extension LoudnessMeter {
  /// Takes `count` frames of both channels.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) {
    core.pointee.measure(left, right, count: count)
  }

  /// Forgets everything.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func reset() { core.pointee.reset() }
}
