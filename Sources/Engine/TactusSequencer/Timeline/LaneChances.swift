/// The chances of a compiled track's notes, in contiguous memory. Immutable, and shared by versions of a sequence.
///
/// - Thread: any
package final class LaneChances: @unchecked Sendable {  // written in init only, freed in deinit
  /// The chances; ``LaneNote/chance`` minus one is an index.
  package let elements: UnsafeBufferPointer<LaneChance>

  /// Stores chances in the order of their indices.
  package init(_ chances: [LaneChance] = []) {
    let memory = UnsafeMutableBufferPointer<LaneChance>.allocate(capacity: chances.count)
    _ = memory.initialize(from: chances)
    elements = UnsafeBufferPointer(memory)
  }

  deinit { elements.deallocate() }
}
