import Synchronization

/// The consuming end of a ``RingQueue``: plain pointers into the queue's memory.
///
/// - Thread: one at a time, audio or control
public struct RingConsumer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // `popped` orders the slots
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let pushed: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let popped: UnsafeMutablePointer<Atomic<Int>>

  /// The number of elements; a lower bound, because the producer may add more in the meantime. A loop that reads the
  /// count once and pops that many elements terminates, however fast the producer adds elements.
  @inlinable public var count: Int {
    pushed.pointee.load(ordering: .acquiring) &- popped.pointee.load(ordering: .relaxed)
  }

  /// The number of elements removed since the queue was created.
  @inlinable public var poppedCount: Int { popped.pointee.load(ordering: .relaxed) }

  /// Removes and returns the oldest element; nil if there is none.
  @inlinable public func pop() -> Element? {
    guard count > 0 else { return nil }
    let start = popped.pointee.load(ordering: .relaxed)
    let element = slots[start & mask]
    popped.pointee.store(start &+ 1, ordering: .releasing)
    return element
  }
}
