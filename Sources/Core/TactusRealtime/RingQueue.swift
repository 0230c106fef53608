import Synchronization

/// A bounded queue from one thread to another, for events such as live notes and commands.
///
/// One thread pushes with the ``producer``, another pops with the ``consumer``. Neither ever waits, allocates or locks,
/// so either may be the audio thread. Elements come out in order, each exactly once. A full queue refuses elements and
/// counts them.
///
///          producer                                        consumer
///     pushed ──────────► │ · │ · │ e │ f │ g │ h │ · │ · │ ◄────── popped
///                                  ▲               ▲
///                                popped          pushed      full: pushed − popped = capacity
///
/// - Thread: control; its two ends are for one thread each
public final class RingQueue<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // see the two ends
  /// The maximum number of elements.
  public let capacity: Int
  /// The end for the thread that pushes. The queue must outlive it.
  public let producer: RingProducer<Element>
  /// The end for the thread that pops. The queue must outlive it.
  public let consumer: RingConsumer<Element>
  private let words = SharedWords(0, 0, 0)
  private let slots: UnsafeMutablePointer<Element>

  /// Creates an empty queue.
  ///
  /// - Parameter capacity: the minimum capacity, 1…2³⁰ (clamped); rounded up to a power of two.
  public init(capacity: Int) {
    let wanted = min(max(1, capacity), 1 << 30)
    self.capacity = 1 << (Int.bitWidth - (wanted - 1).leadingZeroBitCount)
    slots = .allocate(capacity: self.capacity)
    producer = RingProducer(
      slots: slots, mask: self.capacity - 1, pushed: words[0], popped: words[1], refused: words[2])
    consumer = RingConsumer(slots: slots, mask: self.capacity - 1, pushed: words[0], popped: words[1])
  }

  deinit { slots.deallocate() }

  /// The number of elements refused since the queue was created.
  /// - Thread: any
  public var refusedCount: Int { words[2].pointee.load(ordering: .relaxed) }
}
