extension HostFollower {
  /// The line of a place: `tick` at the beginning of `frame`.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func line(tick: Double, frame: Int64) -> HostTickMap {
    let (ticksPerFrame, slope) = speed()
    return HostTickMap(tick: tick, frame: frame, ticksPerFrame: ticksPerFrame, slope: slope)
  }

  /// The tempo of this cycle, from where the line is; nothing where it is the same.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func align(_ line: inout HostTickMap, now: Int64) {
    line.align(to: speed(), at: now)
  }
}
