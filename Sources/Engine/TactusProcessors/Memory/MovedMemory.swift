import Synchronization

/// The storage for ``MovedWords``.
///
/// - Thread: control; any thread may read the words
final class MovedMemory: @unchecked Sendable {  // the memory is fixed from init to deinit; its words are atomic
  let words: MovedWords
  private static var count: Int { MovedWords.parameterCount + 1 }

  init() {
    let memory = UnsafeMutablePointer<Atomic<Int>>.allocate(capacity: Self.count)
    for index in 0..<Self.count { (memory + index).initialize(to: Atomic(0)) }
    words = MovedWords(last: memory, parameters: memory + 1)
  }

  deinit {
    words.last.deinitialize(count: Self.count)
    words.last.deallocate()
  }
}
