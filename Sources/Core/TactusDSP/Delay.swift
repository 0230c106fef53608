extension DelayCore {
  /// Creates a silent delay effect; ``deallocate()`` frees its memory.
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000 … 768,000.
  ///   - longest: the longest delay in seconds; 0 if the effect will not be rendered.
  ///   - isTouched: whether all memory is provided at once; see ``ZeroedMemory``.
  /// - Thread: control
  package init(sampleRate: Int, settings: DelaySettings, longest: Double = 1, isTouched: Bool = true) {
    precondition((1_000...768_000).contains(sampleRate), "the sample rate must be 1,000 to 768,000 frames per second")
    let length = Int(Double(sampleRate) * longest) + 2
    let memory: UnsafeMutablePointer<Float> = ZeroedMemory.allocate(2 * length, isTouched: isTouched)
    self.init(sampleRate: Double(sampleRate), memory: memory, length: length, settings: settings)
  }

  /// Frees the memory.
  /// - Thread: control
  package func deallocate() { ZeroedMemory.free(memory) }
}
