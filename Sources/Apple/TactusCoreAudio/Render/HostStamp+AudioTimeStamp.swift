import TactusTime

extension HostStamp {
  /// Reads an `AudioTimeStamp` in place.
  ///
  ///     byte 0  sample time   8  host time   16  rate scalar   …   56  flags: 1, 2 and 4 for these three
  ///
  /// - Thread: any
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(audioTimeStamp stamp: UnsafeRawPointer) {
    self.init()
    let doubles = stamp.assumingMemoryBound(to: Double.self)
    let flags = (stamp + 56).assumingMemoryBound(to: UInt32.self).pointee
    let sampleTime = doubles[0]
    if flags & 1 != 0, sampleTime > -0x1p62, sampleTime < 0x1p62 {
      (hasFrame, frame) = (true, Self.floor(sampleTime))
    }
    if flags & 2 != 0 {
      let time = (stamp + 8).assumingMemoryBound(to: UInt64.self).pointee
      (hasHostTime, hostTime) = (time > 0, Int64(clamping: time))
    }
    if flags & 4 != 0, doubles[2] > 0.5, doubles[2] < 2 { (hasRateScalar, rateScalar) = (true, doubles[2]) }
  }

  private static func floor(_ time: Double) -> Int64 {
    let whole = Int64(time)
    return Double(whole) > time ? whole &- 1 : whole
  }
}
