import TactusTime

/// The memory of a ``CycleClock``, allocated once.
///
/// - Thread: control; the rendering thread uses the clock
package final class CycleClockMemory {
  /// A clock that uses this memory and has no anchor yet. The memory must outlive it. Use only one copy of the clock.
  package let cycleClock: CycleClock
  private let points: HostTimeFilterMemory

  /// - Parameters:
  ///   - sampleRate: frames per second.
  ///   - timeBase: the machine's clock.
  ///   - isFiltered: whether jitter of the stamps is removed.
  package init(sampleRate: Int, timeBase: HostTimeBase, isFiltered: Bool = true) {
    let clock = HostClock(sampleRate: sampleRate, timeBase: timeBase)
    let tolerance: Int64 = 50_000_000
    points = HostTimeFilterMemory(for: clock, tolerance: tolerance)
    cycleClock = CycleClock(
      clock, filter: points.filter, isFiltered: isFiltered, tolerance: timeBase.ticks(nanoseconds: tolerance))
  }
}
