import TactusDevices
import TactusRealtime
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The clock of outputs that have none.
@Suite struct CycleTimerTests {
  private struct Call: Sendable {
    var start, end: ContinuousClock.Instant
    var isResumed: Bool
  }

  /// After the process was stopped, the cycles that were missed do not come all at once.
  @Test func anInterruptionIsNotMadeUpFor() throws {
    let calls = Guarded<[Call]>([])
    let timer = CycleTimer(every: 10_000_000) { isResumed in
      let start = ContinuousClock.now
      if calls.withLock({ $0.count }) == 4 { usleep(400_000) }
      return calls.withLock { calls in
        calls.append(Call(start: start, end: .now, isResumed: isResumed))
        return calls.count < 20
      }
    }
    try #require(timer != nil)
    eventually { calls.withLock { $0.count } >= 20 }
    timer?.stop()
    let made = calls.withLock { $0 }
    try #require(made.count == 20)
    #expect(made[5].isResumed && !made[0].isResumed)
    // the ten cycles after the resumed one; from the end of the interruption, because a busy machine runs that one late
    #expect(made[15].start - made[4].end > .milliseconds(90), "\(made[15].start - made[4].end)")
  }
}
