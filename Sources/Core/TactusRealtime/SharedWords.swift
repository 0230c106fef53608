import Synchronization

/// Atomic words that two threads share, each on its own cache lines, so that writing one does not slow down access to
/// the others (false sharing).
///
/// - Thread: control; the words themselves can be used by any thread
package final class SharedWords: @unchecked Sendable {  // the memory is fixed from init to deinit; its words are atomic
  /// The distance between words: two cache lines of 64 bytes, because processors fetch cache lines in pairs.
  package static let stride = 128
  private let memory: UnsafeMutableRawPointer
  private let count: Int

  /// Creates words with these initial values.
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

  /// Returns a word; valid for the lifetime of this object.
  package subscript(index: Int) -> UnsafeMutablePointer<Atomic<Int>> {
    (memory + index * Self.stride).assumingMemoryBound(to: Atomic<Int>.self)
  }
}
