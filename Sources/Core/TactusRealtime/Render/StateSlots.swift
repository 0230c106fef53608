/// The three slots of a ``TripleBuffer``, each on its own cache lines.
@usableFromInline struct StateSlots<State: BitwiseCopyable & Sendable> {
  @usableFromInline let memory: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  @usableFromInline init(memory: UnsafeMutableRawPointer, stride: Int) {
    (self.memory, self.stride) = (memory, stride)
  }

  /// A flag in the word that holds the number of the middle slot: set if the reader has not yet read the state in that
  /// slot.
  @inlinable static var updateFlag: Int { 4 }

  @inlinable subscript(slot: Int) -> UnsafeMutablePointer<State> {
    (memory + slot &* stride).assumingMemoryBound(to: State.self)
  }
}
