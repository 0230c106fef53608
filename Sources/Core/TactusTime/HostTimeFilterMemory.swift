/// The memory of a ``HostTimeFilter``, allocated once.
///
/// - Thread: control, except that the filter is used by the thread that renders
public final class HostTimeFilterMemory: @unchecked Sendable {  // fixed from init to deinit
  /// An empty filter over this memory, which must outlive the filter. Only one copy of the filter may be used.
  public let filter: HostTimeFilter
  private let points: UnsafeMutableBufferPointer<HostTimeFilter.Point>

  /// Allocates memory for a filter.
  ///
  /// - Parameters:
  ///   - clock: the stream's sample rate and the machine's clock.
  ///   - tolerance: the maximum deviation of a host time from the line, in nanoseconds. A time that deviates more is an
  ///     outlier, and three successive outliers are a discontinuity.
  public init(for clock: HostClock, tolerance: Int64 = 50_000_000) {
    points = .allocate(capacity: TimeSettings.hostTimePoints)
    points.initialize(repeating: HostTimeFilter.Point(frame: 0, time: 0))
    filter = HostTimeFilter(
      points: points, ticksPerFrame: clock.nominalTicks, tolerance: clock.timeBase.ticks(nanoseconds: max(0, tolerance))
    )
  }

  deinit { points.deallocate() }
}
