/// A path in memory of fixed size, preceded by sixteen bytes for a message header.
///
/// The instance owns the memory.
/// - Thread: one at a time, audio or control
package struct LV2Path {
  /// The longest path, in bytes.
  package static let capacity = 4_096
  /// The number of bytes before the path.
  package static let header = 16

  package let memory: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0

  /// Creates an empty path in memory of `header + capacity` bytes.
  package init(_ memory: UnsafeMutablePointer<UInt8>) { self.memory = memory }

  /// The path's bytes, not zero-terminated.
  package var bytes: UnsafeMutablePointer<UInt8> { memory + Self.header }

  /// Copies bytes up to the first zero. If they do not fit, returns false and changes nothing.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func take(_ from: UnsafeRawPointer, count limit: Int) -> Bool {
    var length = 0
    while length < limit, from.load(fromByteOffset: length, as: UInt8.self) != 0 { length &+= 1 }
    guard length <= Self.capacity else { return false }
    UnsafeMutableRawPointer(bytes).copyMemory(from: from, byteCount: length)
    count = length
    return true
  }
}
