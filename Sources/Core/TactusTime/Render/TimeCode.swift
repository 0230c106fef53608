/// The time code of a film or video frame: hours, minutes, seconds and frames at a rate.
///
/// - **Inverse.** `TimeCode(frameCount: c.frameCount, rate: c.rate) == c` for every valid code, and
///   `TimeCode(frameCount: n, rate: r).frameCount == n` for 0 ≤ n < `r.framesPerDay`.
/// - **Order.** Time codes of the same rate are in the order of their frame counts.
///
/// Time code restarts after 24 hours.
///
/// Source: SMPTE ST 12-1; MIDI Time Code 1.0 (RP-004/008).
/// - Thread: any
public struct TimeCode: Hashable, Sendable {
  /// The hours, 0…23.
  public let hours: UInt8
  /// The minutes, 0…59.
  public let minutes: UInt8
  /// The seconds, 0…59.
  public let seconds: UInt8
  /// The frames, 0 ..< ``TimeCodeRate/numbersPerSecond``.
  public let frames: UInt8
  /// The rate.
  public let rate: TimeCodeRate

  /// Creates a time code; returns nil if a number is out of range, or if drop-frame numbering skips the frame number.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init?(hours: UInt8, minutes: UInt8, seconds: UInt8, frames: UInt8, rate: TimeCodeRate) {
    guard hours < 24, minutes < 60, seconds < 60, Int64(frames) < rate.numbersPerSecond else { return nil }
    if rate.isDrop, seconds == 0, frames < 2, minutes % 10 != 0 { return nil }
    (self.hours, self.minutes, self.seconds, self.frames, self.rate) = (hours, minutes, seconds, frames, rate)
  }

  /// Creates the time code of a frame, counted from 00:00:00:00; any count is valid and is taken modulo 24 hours.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public init(frameCount: Int64, rate: TimeCodeRate) {
    let rest = frameCount % rate.framesPerDay
    var number = rest < 0 ? rest &+ rate.framesPerDay : rest
    if rate.isDrop {
      // ten minutes have 17,982 frames: one minute of 1,800 and nine of 1,798
      let (tens, within) = (number / 17_982, number % 17_982)
      number = number &+ 18 &* tens &+ (within < 1_800 ? 0 : 2 &* (1 &+ (within &- 1_800) / 1_798))
    }
    let perSecond = rate.numbersPerSecond
    let total = number / perSecond
    frames = UInt8(truncatingIfNeeded: number % perSecond)
    seconds = UInt8(truncatingIfNeeded: total % 60)
    minutes = UInt8(truncatingIfNeeded: total / 60 % 60)
    hours = UInt8(truncatingIfNeeded: total / 3_600)
    self.rate = rate
  }

  /// The number of frames from 00:00:00:00 to this time code.
  @inlinable public var frameCount: Int64 {
    let total = (Int64(hours) &* 60 &+ Int64(minutes)) &* 60 &+ Int64(seconds)
    let number = total &* rate.numbersPerSecond &+ Int64(frames)
    guard rate.isDrop else { return number }
    let minute = total / 60
    return number &- 2 &* (minute &- minute / 10)
  }
}
