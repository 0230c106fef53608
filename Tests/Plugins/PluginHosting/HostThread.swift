#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A thread of a host.
package final class HostThread {
  private let body: @Sendable () -> Void
  private var thread: pthread_t?

  /// Starts the thread; nil if the system refuses.
  package init?(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let box = Unmanaged.passRetained(self)
    guard pthread_create(&thread, nil, { HostThread.run($0) }, box.toOpaque()) == 0 else {
      box.release()
      return nil
    }
    self.thread = thread
  }

  private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let argument { Unmanaged<HostThread>.fromOpaque(argument).takeRetainedValue().body() }
    return nil
  }

  /// Waits for the end of the thread.
  package func join() {
    if let thread { pthread_join(thread, nil) }
  }
}
