import Synchronization

/// Lets another thread interrupt the one that renders a slice, between two pieces.
///
/// While nobody interrupts, a piece costs three atomic operations.
/// - Thread: any
struct SliceTurn: ~Copyable {
  private let isTaken = Atomic(false)
  private let isAwaited = Atomic(false)

  /// Begins a piece; waits for a thread that interrupts.
  func begin() {
    var checks = 0
    while isAwaited.load(ordering: .acquiring) || isTaken.exchange(true, ordering: .acquiringAndReleasing) {
      SliceChain.rest(&checks)
    }
  }

  /// Ends a piece.
  func end() { isTaken.store(false, ordering: .releasing) }

  /// Waits for the end of the current piece, and prevents the next. One thread at a time may interrupt.
  func interrupt() {
    var checks = 0
    isAwaited.store(true, ordering: .sequentiallyConsistent)
    while isTaken.exchange(true, ordering: .acquiringAndReleasing) { SliceChain.rest(&checks) }
  }

  /// Lets the slice continue.
  func resume() {
    isAwaited.store(false, ordering: .releasing)
    isTaken.store(false, ordering: .releasing)
  }
}
