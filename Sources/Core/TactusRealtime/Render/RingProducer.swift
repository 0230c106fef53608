import Synchronization

/// The end of a ``RingQueue`` at which elements are pushed: plain pointers into the queue's memory.
///
/// - Thread: one at a time, audio or control
public struct RingProducer<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // `pushed` orders the slots
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let mask: Int
  @usableFromInline let pushed: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let popped: UnsafeMutablePointer<Atomic<Int>>
  @usableFromInline let refused: UnsafeMutablePointer<Atomic<Int>>

  /// How many more elements there is room for; at least as many, since the consumer may take some meanwhile.
  @inlinable public var room: Int {
    mask &+ 1 &- (pushed.pointee.load(ordering: .relaxed) &- popped.pointee.load(ordering: .acquiring))
  }

  /// Puts an element in; if there is no room it is refused, and counted.
  ///
  /// - Returns: whether it is in.
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

  /// Puts all of these in, so that the consumer sees all or none of them; if there is no room for all, none is put in
  /// and all are counted as refused.
  ///
  /// - Returns: whether they are in.
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
