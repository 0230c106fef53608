import Synchronization

/// The producing end of a ``RingQueue``: plain pointers into the queue's memory.
///
/// - Thread: one at a time, audio or control
public struct RingProducer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // `pushed` orders the slots
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let pushed: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let popped: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let refused: UnsafeMutablePointer<Atomic<Int>>

  /// The number of free slots; a lower bound, because the consumer may remove elements in the meantime.
  @inlinable public var room: Int {
    mask &+ 1 &- (pushed.pointee.load(ordering: .relaxed) &- popped.pointee.load(ordering: .acquiring))
  }

  /// The number of elements added since the queue was created.
  @inlinable public var pushedCount: Int { pushed.pointee.load(ordering: .relaxed) }

  /// Adds an element. If there is no room, the element is refused and counted.
  ///
  /// - Returns: whether it was added.
  @discardableResult @inlinable public func push(_ element: Element) -> Bool {
    guard room > 0 else {
      refused.pointee.wrappingAdd(1, ordering: .relaxed)
      return false
    }
    let end = pushed.pointee.load(ordering: .relaxed)
    (slots + (end & mask)).initialize(to: element)
    pushed.pointee.store(end &+ 1, ordering: .releasing)
    return true
  }

  /// Adds all elements at once, so that the consumer sees all or none of them. If there is not enough room for all, all
  /// are refused and counted.
  ///
  /// - Returns: whether they were added.
  @discardableResult @inlinable public func push(contentsOf elements: UnsafeBufferPointer<Element>) -> Bool {
    guard room >= elements.count else {
      refused.pointee.wrappingAdd(elements.count, ordering: .relaxed)
      return false
    }
    let end = pushed.pointee.load(ordering: .relaxed)
    for index in 0..<elements.count { (slots + ((end &+ index) & mask)).initialize(to: elements[index]) }
    pushed.pointee.store(end &+ elements.count, ordering: .releasing)
    return true
  }
}
