/// The storage for an effect with a separate state for each of 256 channels (16 ports of 16 channels).
///
/// - Thread: control; the memory it points to belongs to the audio thread
class LineMemory<Line: BitwiseCopyable>: StageMemory, @unchecked Sendable {  // pointers only
  let lines: UnsafeMutablePointer<Line>
  /// The number of channels on which the effect must undo something when it is bypassed.
  let begun: UnsafeMutablePointer<Int>
  /// A detector of resets for each of 16 ports.
  let resets: UnsafeMutablePointer<SystemResetDetector>

  /// Creates memory with the same initial state for all channels.
  init(_ settings: ChainSettings, _ line: Line) {
    lines = .allocate(capacity: 256)
    lines.initialize(repeating: line, count: 256)
    begun = .allocate(capacity: 1)
    begun.initialize(to: 0)
    resets = .allocate(capacity: 16)
    resets.initialize(repeating: SystemResetDetector(), count: 16)
    super.init(settings)
  }

  deinit {
    resets.deallocate()
    begun.deallocate()
    lines.deallocate()
  }
}

extension StageMemory {
  /// Returns this memory, downcast to that of an effect with a state for each channel.
  func ofLines<Line>(_ type: Line.Type) -> LineMemory<Line> {
    guard let memory = self as? LineMemory<Line> else { preconditionFailure("the memory of another kind of effect") }
    return memory
  }
}
