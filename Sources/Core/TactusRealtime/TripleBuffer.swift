/// Passes the latest state from one thread to another, such as settings to the audio thread, or the playhead from it.
///
/// Neither side ever waits, allocates or locks, so either may be the audio thread. The reader always gets one complete
/// state as it was published, never a mixture. It does not see states that were replaced before it read them.
///
///     writer's slot ──publish──► middle slot ──acquire──► reader's slot      three slots that are exchanged
///
/// - Thread: control; its two ends are for one thread each
public final class TripleBuffer<State: BitwiseCopyable & Sendable>: @unchecked Sendable {  // see the two ends
  /// The end for the thread that publishes. The buffer must outlive it.
  public let writer: StateWriter<State>
  /// The end for the thread that acquires. The buffer must outlive it.
  public let reader: StateReader<State>
  private let words = SharedWords(1, 0, 2)
  private let slots: StateSlots<State>

  /// Creates a buffer in which the reader finds `state` until another state is published.
  public init(_ state: State) {
    let lines = (MemoryLayout<State>.stride + SharedWords.stride - 1) / SharedWords.stride
    let stride = max(1, lines) * SharedWords.stride
    let alignment = max(SharedWords.stride, MemoryLayout<State>.alignment)
    slots = StateSlots(memory: .allocate(byteCount: 3 * stride, alignment: alignment), stride: stride)
    for index in 0..<3 { slots[index].initialize(to: state) }
    writer = StateWriter(slots: slots, middle: words[0], own: words[1])
    reader = StateReader(slots: slots, middle: words[0], own: words[2])
  }

  deinit { slots.memory.deallocate() }
}
