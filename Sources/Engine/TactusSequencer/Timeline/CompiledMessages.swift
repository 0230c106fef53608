/// The messages of a compiled track other than notes, in contiguous memory. Immutable. Versions of a sequence share
/// them, even if notes have changed.
///
/// - Thread: any
package final class CompiledMessages: @unchecked Sendable {  // written in init only, freed in deinit
  /// The messages, ascending by tick; messages at one tick keep the track's order.
  package let elements: UnsafeBufferPointer<CompiledMessage>
  /// The states from which a chase starts.
  let checkpoints: ChaseCheckpoints

  /// Stores sorted messages.
  package convenience init(_ messages: [CompiledMessage] = []) { self.init(messages, areOnce: true) }

  /// Stores sorted messages. If `areOnce` is false, they are the messages of several passes, one pass after another,
  /// and get no checkpoints.
  init(_ messages: [CompiledMessage], areOnce: Bool) {
    let memory = UnsafeMutableBufferPointer<CompiledMessage>.allocate(capacity: messages.count)
    _ = memory.initialize(from: messages)
    elements = UnsafeBufferPointer(memory)
    checkpoints = ChaseCheckpoints(elements, areOnce: areOnce)
  }

  deinit { elements.deallocate() }
}
