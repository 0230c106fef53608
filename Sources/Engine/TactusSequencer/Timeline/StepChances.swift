/// The chances of a compiled track's notes, in contiguous memory. Immutable, and shared by versions of a sequence.
///
/// - Thread: any
package final class StepChances: @unchecked Sendable {  // written in init only, freed in deinit
  /// The chances; ``CompiledNote/chance`` minus one is an index.
  package let elements: UnsafeBufferPointer<StepChance>

  /// Stores chances in the order of their indices.
  package init(_ chances: [StepChance] = []) {
    let memory = UnsafeMutableBufferPointer<StepChance>.allocate(capacity: chances.count)
    _ = memory.initialize(from: chances)
    elements = UnsafeBufferPointer(memory)
  }

  deinit { elements.deallocate() }
}
