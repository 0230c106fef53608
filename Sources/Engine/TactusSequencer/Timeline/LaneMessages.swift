/// The messages of a compiled track other than notes, in contiguous memory. Immutable. Versions of a sequence share
/// them, even if notes have changed.
///
/// - Thread: any
package final class LaneMessages: @unchecked Sendable {  // written in init only, freed in deinit
  /// The messages, ascending by tick; messages at one tick keep the track's order.
  package let elements: UnsafeBufferPointer<LaneMessage>
  /// The states from which a chase starts.
  let checkpoints: LaneCheckpoints

  /// Stores sorted messages.
  package convenience init(_ messages: [LaneMessage] = []) { self.init(messages, areOnce: true) }

  /// Stores sorted messages. If `areOnce` is false, they are the messages of several passes, one pass after another,
  /// and get no checkpoints.
  init(_ messages: [LaneMessage], areOnce: Bool) {
    let memory = UnsafeMutableBufferPointer<LaneMessage>.allocate(capacity: messages.count)
    _ = memory.initialize(from: messages)
    elements = UnsafeBufferPointer(memory)
    checkpoints = LaneCheckpoints(elements, areOnce: areOnce)
  }

  deinit { elements.deallocate() }
}
