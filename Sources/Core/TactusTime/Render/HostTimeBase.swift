/// The duration of a tick of the machine's clock: `numerator` / `denominator` nanoseconds.
///
/// **Inverse.** Converting to the finer unit and back returns the original value: `ticks(nanoseconds:
/// nanoseconds(ticks: t)) == t` if a tick lasts at least a nanosecond, and `nanoseconds(ticks: ticks(nanoseconds: n))
/// == n` if it lasts at most one. Both conversions are monotonic, round half up and saturate; the arithmetic is exact.
public struct HostTimeBase: Hashable, Sendable, BitwiseCopyable {
  /// The number of nanoseconds in ``denominator`` ticks, at least 1.
  public let numerator: UInt32
  /// The number of ticks in ``numerator`` nanoseconds, at least 1.
  public let denominator: UInt32

  /// Creates a time base from the system's numbers (on Apple systems, `mach_timebase_info`); 0 is taken as 1.
  public init(numerator: UInt32, denominator: UInt32) {
    self.numerator = max(1, numerator)
    self.denominator = max(1, denominator)
  }

  /// The time base of Linux, and of Macs with Intel processors: ticks of 1 ns.
  public static var nanoseconds: HostTimeBase { HostTimeBase(numerator: 1, denominator: 1) }
  /// The time base of Apple silicon: ticks of 125/3 ns (24 MHz).
  public static var appleSilicon: HostTimeBase { HostTimeBase(numerator: 125, denominator: 3) }

  /// Converts nanoseconds to ticks, rounded to the nearest.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func ticks(nanoseconds: Int64) -> Int64 {
    WideDivision.saturate(
      WideDivision.rounded(Int128(nanoseconds), times: Int128(denominator), over: Int128(numerator)))
  }

  /// Converts ticks to nanoseconds, rounded to the nearest.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func nanoseconds(ticks: Int64) -> Int64 {
    WideDivision.saturate(WideDivision.rounded(Int128(ticks), times: Int128(numerator), over: Int128(denominator)))
  }
}
