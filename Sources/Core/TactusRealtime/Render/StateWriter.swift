import Synchronization

/// The writing end of a ``TripleBuffer``: plain pointers into the buffer's memory.
///
/// - Thread: one at a time, audio or control
public struct StateWriter<State: BitwiseCopyable & Sendable>: @unchecked Sendable {  // only this side writes its slot
  @usableFromInline let slots: StateSlots<State>
  @usableFromInline let middle: UnsafeMutablePointer<Atomic<Int>>
  /// The word with the number of the slot that this side may write. Only this side uses the word.
  @usableFromInline let own: UnsafeMutablePointer<Atomic<Int>>

  /// Replaces the state that the reader will see.
  @inlinable public func publish(_ state: State) {
    let slot = own.pointee.load(ordering: .relaxed)
    slots[slot].initialize(to: state)
    let old = middle.pointee.exchange(slot | StateSlots<State>.updateFlag, ordering: .acquiringAndReleasing)
    own.pointee.store(old & ~StateSlots<State>.updateFlag, ordering: .relaxed)
  }
}
