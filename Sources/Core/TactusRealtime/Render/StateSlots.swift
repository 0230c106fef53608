/// The three slots of a ``TripleBuffer``, each on its own cache lines.
@usableFromInline struct StateSlots<State: BitwiseCopyable & Sendable> {
  @usableFromInline let memory: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  @usableFromInline init(memory: UnsafeMutableRawPointer, stride: Int) {
    (self.memory, self.stride) = (memory, stride)
  }

  /// A flag in the word of the middle slot: the reader has not read it yet.
  @inlinable static var updateFlag: Int { 4 }

  @inlinable subscript(slot: Int) -> UnsafeMutablePointer<State> {
    (memory + slot &* stride).assumingMemoryBound(to: State.self)
  }
}
