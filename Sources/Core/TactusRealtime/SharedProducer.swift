/// The pushing end of a ``RingQueue`` for several control threads: they take turns by a lock, which the consumer never
/// sees.
///
/// Nobody else may push into the same queue.
/// - Thread: control, any number of threads
public final class SharedProducer<Element: BitwiseCopyable & Sendable>: Sendable {
  private let queue: Guarded<RingQueue<Element>>

  /// The only producer of a queue, which it keeps alive.
  public init(of queue: RingQueue<Element>) { self.queue = Guarded(queue) }

  /// Puts an element in; see ``RingProducer/push(_:)``.
  @discardableResult public func push(_ element: Element) -> Bool {
    queue.withLock { $0.producer.push(element) }
  }

  /// Puts all of these in, together and in order, or none; see ``RingProducer/push(contentsOf:)``.
  @discardableResult public func push(contentsOf elements: [Element]) -> Bool {
    queue.withLock { queue in elements.withUnsafeBufferPointer { queue.producer.push(contentsOf: $0) } }
  }
}
