/// Detects cycles that a sound server has played without a stream.
///
/// The server's clock advances by the length of each cycle. If it has advanced by clearly more since the stream's last
/// cycle, the server has not waited for the stream.
/// - Thread: audio
package struct CycleGaps {
  package init() {}

  private var ticks: UInt64 = 0
  /// The length of the cycle at `ticks`; 0 before the first.
  private var length = 0.0

  /// Records that the server asks for frames, and returns whether cycles have passed without the stream.
  ///
  /// - Parameters:
  ///   - ticks: the position of the server's clock.
  ///   - frames: the number of frames in the stream's sample rate.
  ///   - ticksPerFrame: the clock's ticks in the time of a frame.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func ask(at ticks: UInt64, frames: Int, ticksPerFrame: Double) -> Bool {
    let length = Double(frames) * ticksPerFrame
    // the server may ask several times in a cycle
    guard ticks != self.ticks else {
      self.length += length
      return false
    }
    let step = Double(ticks &- self.ticks)
    // a step of more than ten seconds, or backwards, is another clock
    let isGap = self.length > 0 && step > 1.5 * self.length && step < 480_000
    (self.ticks, self.length) = (ticks, length)
    return isGap
  }
}
