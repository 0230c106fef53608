/// Memory of one version of a chain: tables that its functions look things up in.
///
/// - Thread: control; the tables belong to the audio thread once they are published
final class StageTables: @unchecked Sendable {  // filled by one thread, then used by another
  private var tables: [UnsafeMutableRawPointer] = []

  /// A table of plain values, which lives as long as this object.
  func table<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> { UnsafePointer(memory(values)) }

  /// The same for a stage that changes it on the audio thread.
  func memory<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafeMutablePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
    tables.append(UnsafeMutableRawPointer(memory))
    return memory
  }

  deinit { for table in tables { table.deallocate() } }
}
