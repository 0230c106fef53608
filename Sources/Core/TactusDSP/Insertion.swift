extension InsertionCore {
  /// Creates an insertion effect that changes nothing; ``deallocate()`` frees its memory.
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000 … 768,000.
  ///   - hasDelay: whether its settings may have a delay; otherwise that stage has no memory.
  ///   - isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  /// - Thread: control
  package init(sampleRate: Int, hasDelay: Bool = true, isTouched: Bool = true) {
    let rate = Double(sampleRate)
    let count = RotarySpeaker.capacity(sampleRate: rate) + 2 * Self.bufferFrames
    let memory: UnsafeMutablePointer<Float> = ZeroedMemory.allocate(count, isTouched: isTouched)
    self.init(
      sampleRate: rate, memory: memory,
      chorus: ChorusCore(sampleRate: sampleRate, settings: ChorusSettings(), isTouched: isTouched),
      delay: DelayCore(
        sampleRate: sampleRate, settings: DelaySettings(), longest: hasDelay ? 1 : 0, isTouched: isTouched))
  }

  /// Frees the memory.
  /// - Thread: control
  package func deallocate() {
    chorus.deallocate()
    delay.deallocate()
    ZeroedMemory.free(memory)
  }
}
