import CTactusShims
import Synchronization

/// A value that several control threads use in turn, by a lock.
///
/// It is a `Mutex` that ThreadSanitizer understands: it does not see into the one of the standard library, and would
/// report every turn as a race.
/// - Thread: control
package final class Guarded<Value>: @unchecked Sendable {  // `value` is used under the lock only
  private let lock = Mutex(())
  private var value: Value

  /// A value that nobody uses yet.
  package init(_ value: sending Value) { self.value = value }

  /// Uses the value alone; not again inside.
  package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { _ in
      let turn = Unmanaged.passUnretained(self).toOpaque()
      tactus_takes_over(turn)
      defer { tactus_hands_over(turn) }
      return body(&value)
    }
  }
}
