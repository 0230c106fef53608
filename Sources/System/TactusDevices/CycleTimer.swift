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
/// Late cycles are made up for. After an interruption of more than ``longestDelay`` (the process was stopped, or the
/// machine slept), the timer continues from then, as audio drivers do: the cycles that were missed are left out.
/// - Thread: control
package final class CycleTimer {
  private let stopWord = SharedWords(0)
  private let thread: AudioThread

  /// Starts the thread; nil if the system has none left.
  ///
  /// - Parameters:
  ///   - nanoseconds: the duration of a cycle.
  ///   - body: what to do; returns whether to continue. Its argument is whether cycles were left out before.
  package init?(every nanoseconds: Int64, _ body: @escaping (_ isResumed: Bool) -> Bool) {
    let thread = AudioThread { [stopWord] in
      var (due, isResumed) = (ctactus_monotonic_time(), false)
      while stopWord[0].pointee.load(ordering: .acquiring) == 0, body(isResumed) {
        due += nanoseconds
        let rest = due - ctactus_monotonic_time()
        if rest > 0 { usleep(UInt32(clamping: rest / 1_000)) }
        let now = ctactus_monotonic_time()
        isResumed = now - due > max(CycleTimer.longestDelay, nanoseconds)
        if isResumed { due = now }
      }
    }
    guard let thread else { return nil }
    self.thread = thread
  }

  deinit { stop() }

  /// The greatest delay in nanoseconds after which missed cycles are made up for, or a cycle, if that is longer. A busy
  /// machine delays threads less.
  package static var longestDelay: Int64 { 100_000_000 }

  /// Ends the thread after its present cycle, and waits for that.
  package func stop() {
    stopWord[0].pointee.store(1, ordering: .releasing)
    thread.join()
  }
}
