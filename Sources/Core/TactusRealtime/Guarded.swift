import CTactusShims
import Synchronization

/// A value that several control threads share, protected by a lock.
///
/// It wraps a `Mutex` so that ThreadSanitizer understands it: the sanitizer does not recognize the standard library's
/// lock, and would report every access as a data race.
/// - Thread: control
package final class Guarded<Value>: @unchecked Sendable {  // `value` is used under the lock only
  private let lock = Mutex(())
  private var value: Value

  /// Creates the protected value.
  package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with exclusive access to the value. `body` must not call this method again.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { _ in
      let turn = Unmanaged.passUnretained(self).toOpaque()
      ctactus_takes_over(turn)
      defer { ctactus_hands_over(turn) }
      return body(&value)
    }
  }
}
