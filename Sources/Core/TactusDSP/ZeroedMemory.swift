import CTactusShims

/// Memory for numbers that are 0, at an address that is a multiple of 64 bytes.
///
/// - Thread: control
package enum ZeroedMemory {
  /// Allocates memory that ``free(_:)`` frees.
  /// - Parameter isTouched: whether the system provides the memory at once, so that an audio thread never waits for it;
  ///   otherwise it provides each page on the first use, and none for an effect that is never heard.
  package static func allocate<Number: Numeric & BitwiseCopyable>(
    _ count: Int, isTouched: Bool
  ) -> UnsafeMutablePointer<Number> {
    guard let memory = ctactus_allocate_zeros(count * MemoryLayout<Number>.stride) else {
      preconditionFailure("no memory for \(count) numbers")
    }
    let numbers = memory.bindMemory(to: Number.self, capacity: count)
    if isTouched { numbers.update(repeating: 0, count: count) }
    return numbers
  }

  /// Frees memory that ``allocate(_:isTouched:)`` has returned.
  package static func free(_ memory: UnsafeMutableRawPointer) { ctactus_free_zeros(memory) }
}
