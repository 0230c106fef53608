#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The thread that sends the events of a sequencer that follows the system's clock.
final class SequencerThread: @unchecked Sendable {  // the sequencer's lock guards `isStopped`
  private unowned let sequencer: FluidSequencer
  private var thread = pthread_t()
  private var isStopped = false
  /// Held by the thread that sends; recursive, because a client may call `fluid_sequencer_process`.
  private let sending = RecursiveLock()

  /// Starts the thread. Call it with the sequencer's lock held.
  init(_ sequencer: FluidSequencer) {
    self.sequencer = sequencer
    let context = Unmanaged.passRetained(self).toOpaque()
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<SequencerThread>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context)
    if result != 0 {
      Unmanaged<SequencerThread>.fromOpaque(context).release()
      isStopped = true
    }
  }

  /// Sends the events that are due now.
  func sendDue() {
    sending.withLock { sequencer.sendDue(at: sequencer.lock.withLock { sequencer.presentPosition }) }
  }

  /// Waits until no other thread sends.
  func waitForSending() { sending.withLock {} }

  /// Ends the thread, and waits for its end unless this is the thread itself.
  func stop() {
    let wasRunning = sequencer.lock.withLock {
      defer { isStopped = true }
      return !isStopped
    }
    guard wasRunning else { return }
    sequencer.lock.signal()
    if pthread_equal(thread, pthread_self()) != 0 { pthread_detach(thread) } else { pthread_join(thread, nil) }
  }

  private func run() {
    withExtendedLifetime(sequencer) {  // a client may delete it
      while waitForEvent() { sendDue() }
    }
  }

  /// Waits until an event is due; returns false at the end.
  private func waitForEvent() -> Bool {
    sequencer.lock.withLock {
      while !isStopped {
        let next = sequencer.queue.first.map { sequencer.clock.wholePosition(of: $0.time) }
        guard case .system(let start) = sequencer.timing else { return false }
        let time = next.flatMap { $0 < .max - start ? $0 + start : nil }
        if let time, time <= MonotonicClock.now { return true }
        sequencer.lock.wait(until: time)
      }
      return false
    }
  }
}
