/// The chances of a compiled track's notes in one piece of memory. Immutable; versions of a sequence share them.
///
/// - Thread: any
package final class LaneChances: @unchecked Sendable {  // written in init only, freed in deinit
  /// What ``LaneNote/chance`` points to, less one.
  package let elements: UnsafeBufferPointer<LaneChance>

  /// Chances in the order of their indices.
  package init(_ chances: [LaneChance] = []) {
    let memory = UnsafeMutableBufferPointer<LaneChance>.allocate(capacity: chances.count)
    _ = memory.initialize(from: chances)
    elements = UnsafeBufferPointer(memory)
  }

  deinit { elements.deallocate() }
}
