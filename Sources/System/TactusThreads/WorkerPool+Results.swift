import Synchronization

extension WorkerPool {
  /// Computes `count` results in parallel; blocks until all are complete.
  ///
  /// - Parameters:
  ///   - count: the number of results.
  ///   - make: computes the result with a number in `0 ..< count`.
  ///   - report: called with each result, one at a time.
  /// - Thread: control
  public func results<Value: Sendable>(
    _ count: Int, _ make: @Sendable (Int) -> Value, report: @Sendable (Int, Value) -> Void = { _, _ in }
  ) -> [Value] {
    let values = Mutex([Value?](repeating: nil, count: count))
    let next = Atomic(0)
    perform(width) { _ in
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        let value = make(index)
        values.withLock {
          $0[index] = value
          report(index, value)
        }
      }
    }
    return values.withLock { $0.compactMap { $0 } }
  }
}
