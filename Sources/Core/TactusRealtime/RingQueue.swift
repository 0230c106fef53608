import Synchronization

/// A queue of bounded length from one thread to another: for events, such as live notes and commands.
///
/// One thread pushes by the ``producer``, another pops by the ``consumer``; neither ever waits, allocates or locks, so
/// that either may be the audio thread. What comes out is what went in, in order, each once. A full queue refuses, and
/// counts what it has refused.
///
///          producer                                        consumer
///     pushed ──────────► │ · │ · │ e │ f │ g │ h │ · │ · │ ◄────── popped
///                                  ▲               ▲
///                                popped          pushed      full: pushed − popped = capacity
///
/// - Thread: control; its two ends are for one thread each
public final class RingQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // see the two ends
  /// How many elements it holds at most.
  public let capacity: Int
  /// The end of the thread that pushes. The queue must outlive it.
  public let producer: RingProducer<Element>
  /// The end of the thread that pops. The queue must outlive it.
  public let consumer: RingConsumer<Element>
  private let words = SharedWords(0, 0, 0)
  private let slots: UnsafeMutablePointer<Element>

  /// An empty queue.
  ///
  /// - Parameter capacity: how many elements it holds at least, 1…2³⁰ (clamped); rounded up to a power of two.
  public init(capacity: Int) {
    let wanted = min(max(1, capacity), 1 << 30)
    self.capacity = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    slots = .allocate(capacity: self.capacity)
    producer = RingProducer(
      slots: slots, mask: self.capacity - 1, pushed: words[0], popped: words[1], refused: words[2])
    consumer = RingConsumer(slots: slots, mask: self.capacity - 1, pushed: words[0], popped: words[1])
  }

  deinit { slots.deallocate() }

  /// How many elements it has refused since it was made.
  /// - Thread: any
  public var refusedCount: Int { words[2].pointee.load(ordering: .relaxed) }
}
