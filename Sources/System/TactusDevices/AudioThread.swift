import CTactusClock

/// A thread for audio or MIDI, with real-time priority if the user has the right to it.
///
/// - Thread: control
package final class AudioThread {
  private final class Body {
    let run: () -> Void
    init(_ run: @escaping () -> Void) { self.run = run }
  }

  private var thread: UnsafeMutableRawPointer?

  /// Starts a thread that calls `run`; nil if the system has none left. `run` and what it refers to live until it returns.
  package init?(_ run: @escaping () -> Void) {
    let body = Unmanaged.passRetained(Body(run))
    thread = ctactus_audio_thread_start(
      { body in if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() } }, body.toOpaque())
    guard thread != nil else {
      body.release()
      return nil
    }
  }

  deinit { join() }

  /// Waits until `run` has returned.
  package func join() {
    if let thread { ctactus_audio_thread_join(thread) }
    thread = nil
  }
}
