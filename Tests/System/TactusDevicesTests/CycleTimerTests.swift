import TactusDevices
import TactusRealtime
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
    var time: ContinuousClock.Instant
    var isResumed: Bool
  }

  /// After the process was stopped, the cycles that were missed do not come all at once.
  @Test func anInterruptionIsNotMadeUpFor() throws {
    let calls = Guarded<[Call]>([])
    let timer = CycleTimer(every: 10_000_000) { isResumed in
      let count = calls.withLock { calls in
        calls.append(Call(time: .now, isResumed: isResumed))
        return calls.count
      }
      if count == 5 { usleep(400_000) }
      return count < 20
    }
    try #require(timer != nil)
    let end = ContinuousClock.now + .seconds(30)
    while calls.withLock({ $0.count }) < 20, ContinuousClock.now < end { usleep(5_000) }
    timer?.stop()
    let made = calls.withLock { $0 }
    try #require(made.count == 20)
    #expect(made[5].isResumed && !made[0].isResumed)
    #expect(made[15].time - made[5].time > .milliseconds(90), "\(made[15].time - made[5].time)")
  }
}
