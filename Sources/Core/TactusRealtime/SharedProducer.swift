/// The producing end of a ``RingQueue`` for several control threads. A lock, which the consumer never takes, serializes
/// these threads.
///
/// No other producer may push into the same queue.
/// - Thread: control, any number of threads
public final class SharedProducer<Element: BitwiseCopyable & Sendable>: Sendable {
  private let queue: Guarded<RingQueue<Element>>

  /// Creates the only producer of a queue, and keeps the queue alive.
  public init(of queue: RingQueue<Element>) { self.queue = Guarded(queue) }

  /// The number of elements added since the queue was created.
  public var pushedCount: Int { queue.withLock { $0.producer.pushedCount } }

  /// Adds an element; see ``RingProducer/push(_:)``.
  @discardableResult public func push(_ element: Element) -> Bool {
    queue.withLock { $0.producer.push(element) }
  }

  /// Adds all elements together and in order, or none; see ``RingProducer/push(contentsOf:)``.
  @discardableResult public func push(contentsOf elements: [Element]) -> Bool {
    queue.withLock { queue in elements.withUnsafeBufferPointer { queue.producer.push(contentsOf: $0) } }
  }
}
