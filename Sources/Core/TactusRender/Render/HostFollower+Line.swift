extension HostFollower {
  /// Creates the tick map for a position: `tick` at the start of `frame`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func line(tick: Double, frame: Int64) -> HostTickMap {
    let (ticksPerFrame, slope) = speed()
    return HostTickMap(tick: tick, frame: frame, ticksPerFrame: ticksPerFrame, slope: slope)
  }

  /// Applies the tempo of this cycle, starting at the current position; does nothing if the tempo is the same.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func align(_ line: inout HostTickMap, now: Int64) {
    line.align(to: speed(), at: now)
  }
}
