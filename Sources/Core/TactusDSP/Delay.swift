extension DelayCore {
  /// Creates a silent delay effect; ``deallocate()`` frees its memory.
  /// - Parameters:
  ///   - sampleRate: frames per second, 1,000 … 768,000.
  ///   - isUsed: whether it will be rendered; otherwise it takes no memory.
  /// - Thread: control
  package init(sampleRate: Int, settings: DelaySettings, isUsed: Bool = true) {
    precondition((1_000...768_000).contains(sampleRate), "the sample rate must be 1,000 to 768,000 frames per second")
    let length = isUsed ? sampleRate + 2 : 2
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: 2 * length)
    memory.initialize(repeating: 0, count: 2 * length)
    self.init(sampleRate: Double(sampleRate), memory: memory, length: length, settings: settings)
  }

  /// Frees the memory.
  /// - Thread: control
  package func deallocate() { memory.deallocate() }
}
