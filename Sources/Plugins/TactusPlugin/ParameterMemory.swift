import Synchronization
import TactusProcessors

/// Owns the memory of a plug-in's parameters: their descriptions, and their values, which both sides access.
///
/// - Thread: control, except ``table``, which both sides use
final class ParameterMemory: @unchecked Sendable {  // fixed from init to deinit; the words are atomic
  let table: ParameterTable

  /// Creates the memory with all parameters at their defaults.
  init(_ parameters: [ParameterDescriptor]) {
    let count = parameters.count
    let entries = UnsafeMutablePointer<ParameterTable.Entry>.allocate(capacity: max(1, count))
    let values = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: max(1, count))
    for (index, parameter) in parameters.enumerated() {
      (entries + index).initialize(to: parameter.entry)
      (values + index).initialize(to: Atomic(parameter.defaultValue.bitPattern))
    }
    let wordCount = max(1, (count + 63) / 64)
    let moved = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: wordCount)
    for index in 0..<wordCount { (moved + index).initialize(to: Atomic(0)) }
    let request = UnsafeMutablePointer<Atomic<UInt64>>.allocate(capacity: 1)
    request.initialize(to: Atomic(0))
    table = ParameterTable(
      count: count, entries: entries, values: values, moved: moved, wordCount: wordCount, request: request)
  }

  deinit {
    for index in 0..<max(1, table.count) where index < table.count { (table.values + index).deinitialize(count: 1) }
    table.moved.deinitialize(count: table.wordCount)
    table.request.deinitialize(count: 1).deallocate()
    table.values.deallocate()
    table.moved.deallocate()
    UnsafeMutablePointer(mutating: table.entries).deallocate()
  }
}
