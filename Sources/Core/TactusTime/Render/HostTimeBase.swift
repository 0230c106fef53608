/// How long a tick of the machine's clock lasts: `numerator` / `denominator` nanoseconds.
///
/// **Inverse.** What is converted to the finer unit and back is what it was: `ticks(nanoseconds: nanoseconds(ticks: t)) == t`
/// where a tick is at least a nanosecond, and `nanoseconds(ticks: ticks(nanoseconds: n)) == n` where it is at most one.
/// Both ascend, round half up and saturate; the arithmetic is exact.
/// - Thread: any
public struct HostTimeBase: Hashable, Sendable, BitwiseCopyable {
  /// Nanoseconds in ``denominator`` ticks, at least 1.
  public let numerator: UInt32
  /// See ``numerator``; at least 1.
  public let denominator: UInt32

  /// As the system says it (on Apple's, `mach_timebase_info`); 0 is taken as 1.
  public init(numerator: UInt32, denominator: UInt32) {
    self.numerator = max(1, numerator)
    self.denominator = max(1, denominator)
  }

  /// Ticks of a nanosecond: Linux, and Macs with Intel processors.
  public static var nanoseconds: HostTimeBase { HostTimeBase(numerator: 1, denominator: 1) }
  /// Ticks of 125/3 ns, 24 MHz: Apple silicon.
  public static var appleSilicon: HostTimeBase { HostTimeBase(numerator: 125, denominator: 3) }

  /// The nearest tick.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func ticks(nanoseconds: Int64) -> Int64 {
    WideDivision.saturate(
      WideDivision.rounded(Int128(nanoseconds), times: Int128(denominator), over: Int128(numerator)))
  }

  /// The nearest nanosecond.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func nanoseconds(ticks: Int64) -> Int64 {
    WideDivision.saturate(WideDivision.rounded(Int128(ticks), times: Int128(numerator), over: Int128(denominator)))
  }
}
