// Jitter reduction by time stamps: who sends says when each message was meant, who receives plays it by that.
//
// Source: M2-104-UM §7.2.2, jitter reduction clock and timestamp.

/// Units of somebody's clock as units of another, exactly but for the last one, which is rounded down.
struct ClockRatio: Sendable, BitwiseCopyable {
  private let numerator: Int64
  private let denominator: Int64

  /// From clocks that count `from` times a second to such that count `to` times.
  init(from: Int64, to: Int64) {
    var (a, b) = (max(1, from), max(1, to))
    while b != 0 { (a, b) = (b, a % b) }
    (numerator, denominator) = (max(1, to) / a, max(1, from) / a)
  }

  func converted(_ value: Int64) -> Int64 {
    var (whole, rest) = value.quotientAndRemainder(dividingBy: denominator)
    if rest < 0 { (whole, rest) = (whole &- 1, rest &+ denominator) }
    return whole &* numerator &+ rest &* numerator / denominator
  }
}

/// Stamps outgoing messages with the time at which they were meant.
///
///     if let clock = sender.clock(at: now) { send(clock) }      at every call, at the latest every 50 ms
///     send(sender.timestamp(of: time)); send(message)           the stamp comes before its message
///
/// - Thread: audio or control, one at a time
public struct JitterReductionSender: Sendable, BitwiseCopyable {
  /// How many units of the stamps are in a second.
  public static var unitsPerSecond: Int64 { 31_250 }

  private let ratio: ClockRatio
  private let interval: Int64
  private var next: Int64?

  /// A sender whose times are counted so many times a second: the sample rate, for frames.
  public init(timesPerSecond: Int64) {
    ratio = ClockRatio(from: timesPerSecond, to: Self.unitsPerSecond)
    // 200 ms, so that the 250 ms that are allowed hold where the question comes every 50 ms
    interval = max(1, timesPerSecond / 5)
  }

  /// The clock message to be sent now, if one is due: the first time, and then every 200 ms.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func clock(at time: Int64) -> UniversalPacket? {
    if let next, time < next { return nil }
    next = time &+ interval
    return UniversalPacket(0x0010_0000 | UInt32(stamp(time)))
  }

  /// The timestamp to be sent before a message that is meant for a time.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public func timestamp(of time: Int64) -> UniversalPacket { UniversalPacket(0x0020_0000 | UInt32(stamp(time))) }

  private func stamp(_ time: Int64) -> UInt16 { UInt16(truncatingIfNeeded: ratio.converted(time)) }
}

/// Maps a sender's timestamps to times of one's own.
///
/// The way here takes a message at least as long as the quickest of the last clocks took: that one tells where the
/// sender's clock lies (the least delay of the last 5 to 10 seconds, so that clocks may drift). To it comes a safety
/// offset, within which slower messages still arrive in time: 2 ms at first, then 1.2 times the differences of delay that
/// have been seen, up to 100 ms. It shrinks again when less than half of it would have done for 10 seconds. Times never go
/// back.
///
/// After a silence of a window (5 seconds) or more, and when a delay differs from the least one by more than 250 ms, the
/// time within which the next clock must come, the delays begin anew: it is another clock, or its clock was set.
///
/// Source: M2-104-UM §7.2.2; the offset and its growth as in Native Instruments' ni-midi2.
/// - Thread: audio or control, one at a time
public struct JitterReductionReceiver: Sendable, BitwiseCopyable {
  /// The least and the greatest delay of some seconds.
  private struct Delays {
    var least = Int64.max
    var greatest = Int64.min
  }

  /// How much later than at the earliest messages are due.
  public private(set) var safetyOffset: Int64
  private let longestOffset: Int64
  private let toTimes: ClockRatio
  private let toUnits: ClockRatio
  private let shortestOffset: Int64
  /// A difference of delays that no way makes.
  private let greatestStep: Int64
  private let windowLength: Int64
  /// The last clock or stamp, counted on over its wraps, and when it came.
  private var lastUnits: Int64?
  private var lastTime: Int64 = 0
  private var window = Delays()
  private var windowBefore = Delays()
  private var windowStart: Int64 = 0
  private var lastDue = Int64.min

  /// A receiver whose times are counted so many times a second: the sample rate, for frames.
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

  /// A clock has come.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func heard(clock: UInt16, at time: Int64) {
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

  /// When a message is due whose timestamp has come: not before that of the message before it. Without any clock so far,
  /// the safety offset from now.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  public mutating func due(timestamp: UInt16, at time: Int64) -> Int64 {
    let meant = toTimes.converted(unwrapped(timestamp, at: time))
    let start = window.least == .max ? time : meant &+ leastDelay
    lastDue = max(lastDue, start &+ safetyOffset)
    return lastDue
  }

  private func isImpossible(_ delay: Int64) -> Bool {
    delay &- leastDelay > greatestStep || leastDelay &- delay > greatestStep
  }

  /// What the delays of both windows ask for.
  private var neededOffset: Int64 {
    let jitter = max(window.greatest, windowBefore.greatest) &- leastDelay
    return max(shortestOffset, min(longestOffset, jitter &* 6 / 5))
  }

  /// Gives back what neither of two whole windows has needed.
  private mutating func shrink() {
    guard windowBefore.least != .max, neededOffset < safetyOffset / 2 else { return }
    safetyOffset = neededOffset
  }

  private var leastDelay: Int64 { min(window.least, windowBefore.least) }

  /// A stamp counted on over its wraps: of all times that look like it, the one nearest to what the clock here says.
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
