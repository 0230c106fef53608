/// The three slots of a ``TripleBuffer``, on cache lines of their own.
@usableFromInline struct StateSlots<State: BitwiseCopyable & Sendable> {
  @usableFromInline let memory: UnsafeMutableRawPointer
  @usableFromInline let stride: Int

  @usableFromInline init(memory: UnsafeMutableRawPointer, stride: Int) {
    (self.memory, self.stride) = (memory, stride)
  }

  /// In the middle slot's word: whether the reader has not yet seen it.
  @inlinable static var news: Int { 4 }

  @inlinable subscript(slot: Int) -> UnsafeMutablePointer<State> {
    (memory + slot &* stride).assumingMemoryBound(to: State.self)
  }
}
