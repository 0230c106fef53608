/// The sample times that hosts and plug-ins put on events: absolute frames, or "now" with an offset.
///
/// "Now" is a number whose upper 32 bits are all ones: −2³² + k stands for k frames after the cycle's beginning. Of these,
/// −2³¹ and above are read as what they say, times before frame 0: no offset is as long as 2³¹ frames, and plug-ins that
/// miscount do give small negative times.
///
/// Source: `AUEventSampleTimeImmediate` of Apple's audio units.
/// - Thread: any
public enum HostEventTime {
  /// "Now": the beginning of the cycle that is being rendered.
  @inlinable public static var immediate: Int64 { -(1 << 32) }

  /// The time that stands for so many frames after the cycle's beginning, 0 ..< 2³¹ (clamped).
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func immediate(after offset: Int64) -> Int64 {
    -(1 << 32) &+ (offset < 0 ? 0 : offset < 1 << 31 ? offset : 1 << 31 &- 1)
  }

  /// The offset that such a time stands for; nil for absolute times.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func offset(ofImmediate time: Int64) -> Int64? {
    time >= -(1 << 32) && time < -(1 << 31) ? time &+ 1 << 32 : nil
  }

  /// The absolute time of an offset in a cycle; saturates.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public static func absolute(offset: Int32, in cycle: RenderCycle) -> Int64 {
    let (time, isBeyond) = cycle.firstFrame.addingReportingOverflow(Int64(offset))
    return isBeyond ? (offset < 0 ? .min : .max) : time
  }
}
