import TactusTime

/// Which host time belongs to which frame of a stream of render cycles: each cycle anchors it by its stamp.
///
/// Cycles without a host time keep the line of those before. While stamps are far from a line that is filtered, nobody can
/// tell whether they are wrong or the engine has stood still meanwhile: the clock then has no anchor, and what is timed by
/// it comes "now" rather than seconds off.
/// - Thread: audio (one thread at a time)
package struct CycleClock {
  /// The line, as of the last cycle.
  package private(set) var clock: HostClock
  private var line: HostClock
  private var filter: HostTimeFilter
  private let isFiltered: Bool
  private let tolerance: Int64
  private let unanchored: HostClock

  /// - Parameters:
  ///   - isFiltered: whether jitter of the stamps is taken out.
  ///   - tolerance: how far from the line is far, in ticks.
  init(_ clock: HostClock, filter: HostTimeFilter, isFiltered: Bool, tolerance: Int64) {
    (self.clock, line, unanchored) = (clock, clock, clock)
    (self.filter, self.isFiltered, self.tolerance) = (filter, isFiltered, tolerance)
  }

  /// Takes what a host says of a cycle's beginning.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ stamp: HostStamp) {
    guard stamp.hasFrame, stamp.hasHostTime else { return }
    guard isFiltered else { return clock.anchor(stamp) }
    filter.add(stamp)
    filter.anchor(&line)
    let distance = stamp.hostTime.subtractingReportingOverflow(line.hostTime(atFrame: stamp.frame))
    let isFar = distance.overflow || distance.partialValue > tolerance || distance.partialValue < -tolerance
    clock = isFar ? unanchored : line
  }

  /// Forgets all stamps.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    filter.reset()
    (clock, line) = (unanchored, unanchored)
  }
}
