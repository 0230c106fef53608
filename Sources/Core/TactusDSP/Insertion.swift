extension InsertionCore {
  /// Creates an insertion effect that changes nothing; ``deallocate()`` frees its memory.
  /// - Parameter sampleRate: frames per second, 1,000 … 768,000.
  /// - Thread: control
  package init(sampleRate: Int) {
    let rate = Double(sampleRate)
    let count = RotarySpeaker.capacity(sampleRate: rate) + 2 * Self.bufferFrames
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: count)
    memory.initialize(repeating: 0, count: count)
    self.init(
      sampleRate: rate, memory: memory, chorus: ChorusCore(sampleRate: sampleRate, settings: ChorusSettings()),
      delay: DelayCore(sampleRate: sampleRate, settings: DelaySettings()))
  }

  /// Frees the memory.
  /// - Thread: control
  package func deallocate() {
    chorus.deallocate()
    delay.deallocate()
    memory.deallocate()
  }
}
