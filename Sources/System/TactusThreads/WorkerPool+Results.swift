import Synchronization

extension WorkerPool {
  /// Makes `count` results, each on one thread, the next where a thread is free; blocks until all are there.
  ///
  /// - Parameters:
  ///   - make: makes the result of a number in `0 ..< count`.
  ///   - told: told each result when it is there, one at a time.
  /// - Thread: control
  public func results<Value: Sendable>(
    _ count: Int, _ make: @Sendable (Int) -> Value, told: @Sendable (Int, Value) -> Void = { _, _ in }
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
          told(index, value)
        }
      }
    }
    return values.withLock { $0.compactMap { $0 } }
  }
}
