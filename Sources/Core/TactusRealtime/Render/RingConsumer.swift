import Synchronization

/// The end of a ``RingQueue`` at which elements are popped: plain pointers into the queue's memory.
///
/// - Thread: one at a time, audio or control
public struct RingConsumer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // `popped` orders the slots
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let pushed: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let popped: UnsafeMutablePointer<Atomic<Int>>

  /// How many elements are in; at least as many, since the producer may put in some meanwhile. Who pops so many and then
  /// stops ends in any case, however fast the producer is.
  @inlinable public var count: Int {
    pushed.pointee.load(ordering: .acquiring) &- popped.pointee.load(ordering: .relaxed)
  }

  /// Takes the oldest element out; nil if there is none.
  @inlinable public func pop() -> Element? {
    guard count > 0 else { return nil }
    let start = popped.pointee.load(ordering: .relaxed)
    let element = slots[start & mask]
    popped.pointee.store(start &+ 1, ordering: .releasing)
    return element
  }
}
