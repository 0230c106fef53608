/// The lookup tables of one version of a chain.
///
/// - Thread: control; the audio thread reads the tables, which never change
final class StageTables: @unchecked Sendable {  // filled by one thread, then only read
  private var tables: [UnsafeMutableRawPointer] = []

  /// Stores a table of plain values, which lives as long as this object.
  func table<Value: BitwiseCopyable>(_ values: [Value]) -> UnsafePointer<Value> {
    let memory = UnsafeMutablePointer<Value>.allocate(capacity: max(1, values.count))
    for (index, value) in values.enumerated() { (memory + index).initialize(to: value) }
    tables.append(UnsafeMutableRawPointer(memory))
    return UnsafePointer(memory)
  }

  deinit { for table in tables { table.deallocate() } }
}
