import Synchronization

/// Words that two threads share, each on cache lines of its own, so that the threads do not slow each other down by
/// writing beside one another.
///
/// - Thread: control; the words themselves are for any
package final class SharedWords: @unchecked Sendable {  // the memory is fixed from init to deinit; its words are atomic
  /// Two lines of 64 bytes: processors fetch them in pairs.
  package static let stride = 128
  private let memory: UnsafeMutableRawPointer
  private let count: Int

  /// Words that begin with these values.
  package init(_ values: Int...) {
    count = values.count
    memory = .allocate(byteCount: count * Self.stride, alignment: Self.stride)
    for (index, value) in values.enumerated() {
      (memory + index * Self.stride).bindMemory(to: Atomic<Int>.self, capacity: 1).initialize(to: Atomic(value))
    }
  }

  deinit {
    for index in 0..<count { self[index].deinitialize(count: 1) }
    memory.deallocate()
  }

  /// One of the words; valid as long as this object lives.
  package subscript(index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (memory + index * Self.stride).assumingMemoryBound(to: Atomic<Int>.self)
  }
}
