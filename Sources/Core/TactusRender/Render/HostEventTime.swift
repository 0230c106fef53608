/// The sample times of events from hosts and plug-ins: either absolute frames, or "now" plus an offset.
///
/// "Now" is encoded as a number whose upper 32 bits are all ones: −2³² + k means k frames after the start of the cycle.
/// All numbers from −2³¹ upwards are absolute frames, because offsets are below 2³¹. A negative absolute frame is a
/// time before frame 0, which some plug-ins pass by mistake.
///
/// Source: `AUEventSampleTimeImmediate` of Apple's audio units.
/// - Thread: any
public enum HostEventTime {
  /// "Now": the start of the current cycle.
  @inlinable public static var immediate: Int64 { -(1 << 32) }

  /// Returns the time "now" plus an offset in frames from the start of the cycle, 0 ..< 2³¹ (clamped).
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func immediate(after offset: Int64) -> Int64 {
    -(1 << 32) &+ (offset < 0 ? 0 : offset < 1 << 31 ? offset : 1 << 31 &- 1)
  }

  /// Returns the offset of a time that is "now" plus an offset; nil for absolute times.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func offset(ofImmediate time: Int64) -> Int64? {
    time >= -(1 << 32) && time < -(1 << 31) ? time &+ 1 << 32 : nil
  }

  /// Returns the absolute time of an offset in a cycle; the result saturates.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func absolute(offset: Int32, in cycle: RenderCycle) -> Int64 {
    let (time, isBeyond) = cycle.firstFrame.addingReportingOverflow(Int64(offset))
    return isBeyond ? (offset < 0 ? .min : .max) : time
  }
}
