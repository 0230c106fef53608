/// The audio side of a `TruePeakMeter`.
extension TruePeakMeter {
  /// Processes `count` frames of both channels.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func measure(_ left: UnsafePointer<Float>, _ right: UnsafePointer<Float>, count: Int) {
    core.pointee.measure(left, right, count: count)
  }

  /// Clears all measurements.
  /// - Thread: audio
  @_noAllocation @_noLocks
  public borrowing func reset() { core.pointee.reset() }
}
