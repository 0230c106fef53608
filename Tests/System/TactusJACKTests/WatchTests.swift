import TactusJACK
import Testing

/// Waiting for what a server reports.
@Suite struct WatchTests {
  @Test func aWaitEndsWithItsCondition() {
    var checks = 0
    JACKWatch().wait(milliseconds: 60_000) {
      checks += 1
      return checks == 3
    }
    #expect(checks == 3)
  }

  @Test func aWaitEndsWithItsTime() {
    var checks = 0
    JACKWatch().wait(milliseconds: 3) {
      checks += 1
      return false
    }
    #expect(checks == 3)
  }
}
