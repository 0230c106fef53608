import TactusTime

/// Relates host times linearly to the frames of a stream of render cycles; the stamp of each cycle anchors the line.
///
/// For cycles without a host time, the line through earlier cycles is extrapolated. If a stamp is far from the filtered
/// line, it is unknown whether the stamp is wrong or the engine has paused. The clock then has no anchor, and messages
/// play immediately instead of possibly seconds too early or too late. A stamp that is
/// the machine's time at the call is always right: if it is far from the line, the engine has paused, and the stamp
/// anchors the clock.
/// - Thread: audio (one thread at a time)
package struct CycleClock {
  /// The relation of host time to frames as of the last cycle.
  package private(set) var clock: HostClock
  private var line: HostClock
  private var filter: HostTimeFilter
  private let isFiltered: Bool
  private let tolerance: Int64
  private let unanchored: HostClock

  /// - Parameters:
  ///   - isFiltered: whether jitter of the stamps is removed.
  ///   - tolerance: the distance from the line, in ticks, above which a stamp leaves the clock without an anchor.
  init(_ clock: HostClock, filter: HostTimeFilter, isFiltered: Bool, tolerance: Int64) {
    (self.clock, line, unanchored) = (clock, clock, clock)
    (self.filter, self.isFiltered, self.tolerance) = (filter, isFiltered, tolerance)
  }

  /// Anchors the clock with the host's time stamp of a cycle's first frame.
  ///
  /// - Parameter isPresent: whether the stamp is the machine's time at the call.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ stamp: HostStamp, isPresent: Bool = false) {
    guard stamp.hasFrame, stamp.hasHostTime else { return }
    guard isFiltered else { return clock.anchor(stamp) }
    filter.add(stamp)
    filter.anchor(&line)
    let distance = stamp.hostTime.subtractingReportingOverflow(line.hostTime(atFrame: stamp.frame))
    let isFar = distance.overflow || distance.partialValue > tolerance || distance.partialValue < -tolerance
    clock = isFar ? unanchored : line
    if isFar, isPresent { clock.anchor(stamp) }
  }

  /// Discards all stamps.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func reset() {
    filter.reset()
    (clock, line) = (unanchored, unanchored)
  }
}
