/// The bytes of the system-exclusive messages that a block sends. The host's list copies only the pointer to them, and
/// the host reads them after the block; they therefore stay until the next block.
///
/// The owner provides the memory.
/// - Thread: audio
struct ExclusiveBytes {
  let memory: UnsafeMutableBufferPointer<UInt8>
  private var used = 0

  init(_ memory: UnsafeMutableBufferPointer<UInt8>) { self.memory = memory }

  /// Discards the messages of the last block.
  mutating func removeAll() { used = 0 }

  /// Returns a copy of a message; nil if there is no room.
  mutating func copy(_ bytes: UnsafePointer<UInt8>, count: Int) -> UnsafePointer<UInt8>? {
    guard let start = memory.baseAddress, count > 0, count <= memory.count &- used else { return nil }
    let copy = start + used
    UnsafeMutableRawPointer(copy).copyMemory(from: bytes, byteCount: count)
    used &+= count
    return UnsafePointer(copy)
  }
}
