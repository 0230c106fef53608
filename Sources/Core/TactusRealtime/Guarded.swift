import CTactusShims

/// A value that several control threads share, protected by a lock.
///
/// The lock is the system's, called through C: Embedded Swift has no `Mutex`, and ThreadSanitizer does not recognize the
/// standard library's.
/// - Thread: control
package final class Guarded<Value>: @unchecked Sendable {  // `value` is used under the lock only
  private let lock: UnsafeMutableRawPointer
  private var value: Value

  /// Creates the protected value.
  package init(_ value: sending Value) {
    guard let lock = ctactus_lock_new() else { preconditionFailure("no memory for a lock") }
    self.lock = lock
    self.value = value
  }

  deinit { ctactus_lock_free(lock) }

  /// Calls `body` with exclusive access to the value. `body` must not call this method again.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    ctactus_lock_acquire(lock)
    defer { ctactus_lock_release(lock) }
    return body(&value)
  }
}
