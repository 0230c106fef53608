import Synchronization
import TactusDevices
import TactusRealtime
import TestSupport

/// A clock in nanoseconds that runs only when a test says so.
///
/// - Thread: any
final class ManualClock: Sendable {
  private let words: SharedWords

  init(_ time: Int64) { words = SharedWords(Int(time), 0) }

  var time: Int64 { Int64(words[0].pointee.load(ordering: .acquiring)) }

  /// Returns the time to the code under test.
  func read() -> Int64 {
    words[1].pointee.wrappingAdd(1, ordering: .acquiringAndReleasing)
    return time
  }

  /// Waits until the code under test has looked at the clock.
  func waitForReader() {
    eventually { words[1].pointee.load(ordering: .acquiring) > 0 }
  }

  /// Moves on to a time in steps, on another thread, which runs as long as the result lives.
  func advance(to end: Int64) -> CycleTimer? {
    let step = (end - time) / 20 + 1
    return CycleTimer(every: 1_000_000) { [self] _ in
      words[0].pointee.store(Int(min(end, time + step)), ordering: .releasing)
      return time < end
    }
  }
}
