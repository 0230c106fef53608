import TactusTime

/// Which host time belongs to which frame of a stream of render cycles: each cycle anchors it by its stamp.
///
/// Cycles without a host time keep the line of those before.
/// - Thread: audio (one thread at a time)
package struct CycleClock {
  /// The line, as of the last cycle.
  package private(set) var clock: HostClock
  private var filter: HostTimeFilter
  private let isFiltered: Bool
  private let unanchored: HostClock

  /// - Parameter isFiltered: whether jitter of the stamps is taken out.
  init(_ clock: HostClock, filter: HostTimeFilter, isFiltered: Bool) {
    (self.clock, unanchored, self.filter, self.isFiltered) = (clock, clock, filter, isFiltered)
  }

  /// Takes what a host says of a cycle's beginning.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ stamp: HostStamp) {
    guard isFiltered else { return clock.anchor(stamp) }
    filter.add(stamp)
    filter.anchor(&clock)
  }

  /// Forgets all stamps.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    filter.reset()
    clock = unanchored
  }
}
