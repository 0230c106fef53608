import CTactusShims

/// Memory whose bytes are 0, at an address that is a multiple of 64 bytes.
///
/// - Thread: control
package enum ZeroedMemory {
  /// Allocates memory for values whose bytes are 0, which must be a valid value; ``free(_:)`` frees it.
  /// - Parameter isTouched: whether the system provides the memory at once, so that an audio thread never waits for it;
  ///   otherwise it provides each page on the first use, and none for an effect that is never heard.
  package static func allocate<Value: BitwiseCopyable>(
    _ count: Int, isTouched: Bool
  ) -> UnsafeMutablePointer<Value> {
    let size = count * MemoryLayout<Value>.stride
    guard let memory = ctactus_allocate_zeros(size) else { preconditionFailure("no memory for \(count) values") }
    if isTouched { memory.initializeMemory(as: UInt8.self, repeating: 0, count: size) }
    return memory.bindMemory(to: Value.self, capacity: count)
  }

  /// Frees memory that ``allocate(_:isTouched:)`` has returned.
  package static func free(_ memory: UnsafeMutableRawPointer) { ctactus_free_zeros(memory) }
}
