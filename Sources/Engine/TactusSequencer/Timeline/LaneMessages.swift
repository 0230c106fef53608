/// What a compiled track plays besides notes, in one piece of memory. Immutable; versions of a sequence share it, also
/// where notes have changed.
///
/// - Thread: any
package final class LaneMessages: @unchecked Sendable {  // written in init only, freed in deinit
  /// Messages, ascending by tick; at one tick in the track's order.
  package let elements: UnsafeBufferPointer<LaneMessage>
  /// What a chase at any place begins with.
  let checkpoints: LaneCheckpoints

  /// Sorted messages.
  package convenience init(_ messages: [LaneMessage] = []) { self.init(messages, areOnce: true) }

  /// Sorted messages; or those of several passes behind each other, which have no checkpoints.
  init(_ messages: [LaneMessage], areOnce: Bool) {
    let memory = UnsafeMutableBufferPointer<LaneMessage>.allocate(capacity: messages.count)
    _ = memory.initialize(from: messages)
    elements = UnsafeBufferPointer(memory)
    checkpoints = LaneCheckpoints(elements, areOnce: areOnce)
  }

  deinit { elements.deallocate() }
}
