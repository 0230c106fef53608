/// The memory of a stream's tables and buffers, which is freed as a whole.
///
/// - Thread: any, one at a time
final class SetupMemory {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit {
    for block in blocks { block.deallocate() }
  }

  /// Allocates an array of equal values; it has at least one element, so that its address is valid.
  func array<Value: BitwiseCopyable>(_ value: Value, count: Int) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(1, count))
    memory.initialize(repeating: value, count: max(1, count))
    blocks.append(UnsafeMutableRawPointer(memory))
    return memory
  }

  /// Allocates a copy of an array.
  func copy<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    for index in 0..<values.count { (memory + index).initialize(to: values[index]) }
    blocks.append(UnsafeMutableRawPointer(memory))
    return UnsafePointer(memory)
  }
}
