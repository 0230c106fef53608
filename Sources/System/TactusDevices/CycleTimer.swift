import CTactusClock
import TactusRealtime

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that does something once per cycle, in real time: the clock of outputs that have none.
///
/// - Thread: control
package final class CycleTimer {
  private let stopWord = SharedWords(0)
  private let thread: AudioThread

  /// Starts the thread; nil if the system has none left.
  ///
  /// - Parameters:
  ///   - nanoseconds: the duration of a cycle.
  ///   - body: what to do; returns whether to continue.
  package init?(every nanoseconds: Int64, _ body: @escaping () -> Bool) {
    let thread = AudioThread { [stopWord] in
      var due = ctactus_monotonic_time()
      while stopWord[0].pointee.load(ordering: .acquiring) == 0, body() {
        due += nanoseconds
        let rest = due - ctactus_monotonic_time()
        if rest > 0 { usleep(UInt32(clamping: rest / 1_000)) }
      }
    }
    guard let thread else { return nil }
    self.thread = thread
  }

  deinit { stop() }

  /// Ends the thread after its present cycle, and waits for that.
  package func stop() {
    stopWord[0].pointee.store(1, ordering: .releasing)
    thread.join()
  }
}
