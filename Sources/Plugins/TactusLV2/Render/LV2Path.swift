/// A path in memory of fixed size, behind eight bytes for whoever sends it.
///
/// The memory is the instance's.
/// - Thread: one at a time, audio or control
package struct LV2Path {
  /// The longest path, in bytes.
  package static let capacity = 4_096
  /// Bytes before the path.
  package static let header = 8

  package let memory: UnsafeMutablePointer<UInt8>
  package private(set) var count = 0

  /// An empty path over `header + capacity` bytes.
  package init(_ memory: UnsafeMutablePointer<UInt8>) { self.memory = memory }

  /// The path's bytes; no zero follows.
  package var bytes: UnsafeMutablePointer<UInt8> { memory + Self.header }

  /// Takes bytes up to the first zero. False, and nothing changes, if they are too many.
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
