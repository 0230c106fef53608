// Jitter reduction by timestamps: the sender stamps each message with its intended time, and the receiver restores that
// timing.
//
// Source: M2-104-UM §7.2.2, jitter reduction clock and timestamp.

/// Converts ticks of one clock to ticks of another; the result is rounded down.
struct ClockRatio: Sendable, BitwiseCopyable {
  private let numerator: Int64
  private let denominator: Int64

  /// Creates the ratio from a clock with `from` ticks per second to one with `to` ticks per second.
  init(from: Int64, to: Int64) {
    (numerator, denominator) = (max(1, to), max(1, from))
  }

  func converted(_ value: Int64) -> Int64 {
    var (whole, rest) = value.quotientAndRemainder(dividingBy: denominator)
    if rest < 0 { (whole, rest) = (whole &- 1, rest &+ denominator) }
    return whole &* numerator &+ denominator.dividingFullWidth(rest.multipliedFullWidth(by: numerator)).quotient
  }
}

/// Stamps outgoing messages with their intended times.
///
///     if let clock = sender.clock(at: now) { send(clock) }      in every call, at least every 50 ms
///     send(sender.timestamp(of: time)); send(message)           the timestamp precedes its message
///
/// - Thread: audio or control, one at a time
public struct JitterReductionSender: Sendable, BitwiseCopyable {
  /// The resolution of timestamps in units per second.
  public static var unitsPerSecond: Int64 { 31_250 }

  private let ratio: ClockRatio
  private let interval: Int64
  private var next: Int64?

  /// Creates a sender. `timesPerSecond` is the resolution of its times; the sample rate if they are frames.
  public init(timesPerSecond: Int64) {
    ratio = ClockRatio(from: timesPerSecond, to: Self.unitsPerSecond)
    // an interval of 200 ms stays within the limit of 250 ms if `clock(at:)` is called every 50 ms
    interval = max(1, timesPerSecond / 5)
  }

  /// Returns the clock message if one is due: on the first call, and then every 200 ms.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func clock(at time: Int64) -> UniversalPacket? {
    if let next, time < next { return nil }
    next = time &+ interval
    return UniversalPacket(0x0010_0000 | UInt32(stamp(time)))
  }

  /// Returns the timestamp to send before a message with this intended time.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func timestamp(of time: Int64) -> UniversalPacket { UniversalPacket(0x0020_0000 | UInt32(stamp(time))) }

  private func stamp(_ time: Int64) -> UInt16 { UInt16(truncatingIfNeeded: ratio.converted(time)) }
}

/// Maps a sender's timestamps to the receiver's time.
///
/// The shortest delay among the recent clock messages (those of the last 5 to 10 seconds, because clocks may drift)
/// determines the offset of the sender's clock. A safety offset is added so that slower messages still arrive in time:
/// 2 ms at first, then 1.2 times the observed range of delays, up to 100 ms. It shrinks again if less than half of it
/// would have been sufficient for the last 10 seconds. Returned times never decrease.
///
/// The delay statistics restart after a silence of one to two windows (5 to 10 seconds), and when a delay differs from
/// the shortest one by more than 250 ms, the maximum interval between clock messages. Either case means that another
/// clock is in use, or that the clock was set.
///
/// Source: M2-104-UM §7.2.2; the offset and its growth follow Native Instruments' ni-midi2.
/// - Thread: audio or control, one at a time
public struct JitterReductionReceiver: Sendable, BitwiseCopyable {
  /// The shortest and the longest delay within one window.
  private struct Delays {
    var least = Int64.max
    var greatest = Int64.min
  }

  /// The time that is added to the shortest delay, so that messages with longer delays still arrive before they are
  /// due.
  public private(set) var safetyOffset: Int64
  private let longestOffset: Int64
  private let toTimes: ClockRatio
  private let toUnits: ClockRatio
  private let shortestOffset: Int64
  /// The greatest difference between delays that jitter can explain.
  private let greatestStep: Int64
  private let windowLength: Int64
  /// The last clock or timestamp, unwrapped to 64 bits; nil if there was none.
  private var lastUnits: Int64?
  /// The arrival time of the last clock or timestamp.
  private var lastTime: Int64 = 0
  private var window = Delays()
  private var windowBefore = Delays()
  private var windowStart: Int64 = 0
  private var lastDue = Int64.min

  /// Creates a receiver. `timesPerSecond` is the resolution of its times; the sample rate if they are frames.
  public init(timesPerSecond: Int64) {
    let rate = max(1, timesPerSecond)
    toTimes = ClockRatio(from: JitterReductionSender.unitsPerSecond, to: rate)
    toUnits = ClockRatio(from: rate, to: JitterReductionSender.unitsPerSecond)
    shortestOffset = (rate &+ 499) / 500
    safetyOffset = shortestOffset
    longestOffset = max(shortestOffset, rate / 10)
    greatestStep = max(1, rate / 4)
    windowLength = 5 &* rate
  }

  /// Records the arrival of a clock message.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func receive(clock: UInt16, at time: Int64) {
    let delay = time &- toTimes.converted(unwrapped(clock, at: time))
    if window.least == .max || time &- windowStart >= 2 &* windowLength || isImpossible(delay) {
      (windowBefore, window, windowStart) = (Delays(), Delays(), time)
    } else if time &- windowStart >= windowLength {
      shrink()
      (windowBefore, window, windowStart) = (window, Delays(), time)
    }
    window.least = min(window.least, delay)
    window.greatest = max(window.greatest, delay)
    safetyOffset = max(safetyOffset, neededOffset)
  }

  /// Returns the time at which the message after this timestamp is due, never before that of the previous message.
  /// Until a clock message has arrived, the message is due after the safety offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func playbackTime(of timestamp: UInt16, at time: Int64) -> Int64 {
    let meant = toTimes.converted(unwrapped(timestamp, at: time))
    let start = window.least == .max ? time : meant &+ leastDelay
    lastDue = max(lastDue, start &+ safetyOffset)
    return lastDue
  }

  private func isImpossible(_ delay: Int64) -> Bool {
    delay &- leastDelay > greatestStep || leastDelay &- delay > greatestStep
  }

  /// The safety offset that the delays in both windows require.
  private var neededOffset: Int64 {
    let jitter = max(window.greatest, windowBefore.greatest) &- leastDelay
    return max(shortestOffset, min(longestOffset, jitter &* 6 / 5))
  }

  /// Reduces the safety offset if two complete windows required less than half of it.
  private mutating func shrink() {
    guard windowBefore.least != .max, neededOffset < safetyOffset / 2 else { return }
    safetyOffset = neededOffset
  }

  private var leastDelay: Int64 { min(window.least, windowBefore.least) }

  /// Unwraps a 16-bit timestamp: of all times with these low bits, returns the one nearest to the expected sender time.
  private mutating func unwrapped(_ stamp: UInt16, at time: Int64) -> Int64 {
    var units = Int64(stamp)
    if let lastUnits {
      let expected = lastUnits &+ toUnits.converted(time &- lastTime)
      let difference = Int16(bitPattern: stamp &- UInt16(truncatingIfNeeded: expected))
      units = expected &+ Int64(difference)
    }
    (lastUnits, lastTime) = (units, time)
    return units
  }
}
