import Synchronization

/// The reading end of a ``TripleBuffer``: plain pointers into the buffer's memory.
///
/// - Thread: one at a time, audio or control
public struct StateReader<State: BitwiseCopyable & Sendable>: @unchecked Sendable {  // only this side reads its slot
  @usableFromInline let slots: StateSlots<State>
  @usableFromInline let middle: UnsafeMutablePointer<Atomic<Int>>
  /// The word with the number of the slot that this side may read. Only this side uses the word.
  @usableFromInline let own: UnsafeMutablePointer<Atomic<Int>>

  /// Whether a state has been published since the last `acquire`.
  @inlinable public var hasUpdate: Bool { middle.pointee.load(ordering: .relaxed) & StateSlots<State>.updateFlag != 0 }

  /// Returns the latest state.
  @inlinable public func acquire() -> State {
    var slot = own.pointee.load(ordering: .relaxed)
    if hasUpdate {
      slot = middle.pointee.exchange(slot, ordering: .acquiringAndReleasing) & ~StateSlots<State>.updateFlag
      own.pointee.store(slot, ordering: .relaxed)
    }
    return slots[slot].pointee
  }
}
