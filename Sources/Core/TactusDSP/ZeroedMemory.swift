import CTactusShims

/// The memory of an effect: floats that are 0, at an address that is a multiple of 64 bytes.
///
/// - Thread: control
package enum ZeroedFloats {
  /// Allocates memory that ``free(_:)`` frees.
  /// - Parameter isTouched: whether the system provides the memory at once, so that an audio thread never waits for it;
  ///   otherwise it provides each page on the first use, and none to an effect that is never heard.
  package static func allocate(_ count: Int, isTouched: Bool) -> UnsafeMutablePointer<Float> {
    guard let memory = ctactus_allocate_zeros(count * MemoryLayout<Float>.stride) else {
      preconditionFailure("no memory for an effect")
    }
    let floats = memory.bindMemory(to: Float.self, capacity: count)
    if isTouched { floats.update(repeating: 0, count: count) }
    return floats
  }

  /// Frees memory that ``allocate(_:isTouched:)`` has returned.
  package static func free(_ floats: UnsafeMutablePointer<Float>) { ctactus_free_zeros(floats) }
}
