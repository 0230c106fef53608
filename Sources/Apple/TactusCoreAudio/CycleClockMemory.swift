import TactusTime

/// The memory of a ``CycleClock``, allocated once.
///
/// - Thread: control, except that the clock is used by the thread that renders
package final class CycleClockMemory {
  /// A clock without an anchor over this memory, which must outlive it. Only one copy of it may be used.
  package let cycleClock: CycleClock
  private let points: HostTimeFilterMemory

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - timeBase: the machine's clock.
  ///   - isFiltered: whether jitter of the stamps is taken out.
  package init(sampleRate: Int, timeBase: HostTimeBase, isFiltered: Bool = true) {
    let clock = HostClock(sampleRate: sampleRate, timeBase: timeBase)
    let tolerance: Int64 = 50_000_000
    points = HostTimeFilterMemory(for: clock, tolerance: tolerance)
    cycleClock = CycleClock(
      clock, filter: points.filter, isFiltered: isFiltered, tolerance: timeBase.ticks(nanoseconds: tolerance))
  }
}
