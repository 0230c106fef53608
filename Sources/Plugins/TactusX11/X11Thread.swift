import CX11
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

/// A thread that drives a window for hosts without timers.
///
/// - Thread: control
package final class X11Thread {
  private final class Work: Sendable {
    let window: X11Window
    let isEnding = Atomic(false)
    init(_ window: X11Window) { self.window = window }
  }

  private let work: Work
  private var thread: pthread_t?

  /// Starts driving a window; nil if the system has no more threads.
  package init?(_ window: X11Window) {
    work = Work(window)
    let argument = Unmanaged.passRetained(work)
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let result = pthread_create(
      &thread, nil,
      { argument in
        #if canImport(Darwin)
          let pointer = argument
        #else
          guard let pointer = argument else { return nil }
        #endif
        X11Thread.drive(Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue())
        return nil
      }, argument.toOpaque())
    guard result == 0 else {
      argument.release()
      return nil
    }
    self.thread = thread
  }

  deinit { stop() }

  private static func drive(_ work: Work) {
    while !work.isEnding.load(ordering: .acquiring) {
      guard work.window.run() else { return }
      ctactus_x11_wait(work.window.descriptor, Int32(X11Window.interval))
    }
  }

  /// Stops driving the window, and waits until the thread has ended.
  package func stop() {
    work.isEnding.store(true, ordering: .releasing)
    guard let thread else { return }
    self.thread = nil
    if pthread_equal(thread, pthread_self()) != 0 {
      pthread_detach(thread)
    } else {
      pthread_join(thread, nil)
    }
  }
}
