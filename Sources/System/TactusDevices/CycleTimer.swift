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
  private final class Body {
    let nanoseconds: Int64
    let body: () -> Bool
    let stop = SharedWords(0)

    init(_ nanoseconds: Int64, _ body: @escaping () -> Bool) { (self.nanoseconds, self.body) = (nanoseconds, body) }

    func run() {
      var due = ctactus_monotonic_time()
      while stop[0].pointee.load(ordering: .acquiring) == 0, body() {
        due += nanoseconds
        let rest = due - ctactus_monotonic_time()
        if rest > 0 { usleep(UInt32(clamping: rest / 1_000)) }
      }
    }
  }

  private let body: Body
  private var thread: UnsafeMutableRawPointer?

  /// Starts the thread.
  ///
  /// - Parameters:
  ///   - nanoseconds: the duration of a cycle.
  ///   - body: what to do; returns whether to go on.
  package init(every nanoseconds: Int64, _ body: @escaping () -> Bool) {
    self.body = Body(nanoseconds, body)
    let reference = Unmanaged.passRetained(self.body).toOpaque()
    thread = ctactus_audio_thread_start(
      { body in
        guard let body else { return }
        Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
      }, reference)
    if thread == nil { Unmanaged<Body>.fromOpaque(reference).release() }
  }

  deinit { stop() }

  /// Ends the thread after its present cycle, and waits for that.
  package func stop() {
    body.stop[0].pointee.store(1, ordering: .releasing)
    if let thread { ctactus_audio_thread_join(thread) }
    thread = nil
  }
}
