/// A priority queue of fixed capacity for the audio thread; it sorts events from sources that deliver them out of
/// order.
///
/// Elements are ordered by time, then by rank, then by the order of insertion. Insertion and removal take O(log count).
///
/// A full heap refuses further elements, with one exception: an *essential* element, such as a note-off, replaces the
/// last inessential element, which takes O(count). An essential element is therefore refused only if all elements in
/// the heap are essential.
///
/// The heap borrows the memory of an ``EventHeapMemory``.
/// - Thread: audio (one thread at a time)
public struct EventHeap<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // see above
  /// The result of an insertion.
  public enum Admission: Sendable {
    /// The element was inserted.
    case accepted
    /// The element was refused because the heap is full.
    case refused
    /// The element was inserted, and the given element was evicted to make room.
    case displaced(Element)
  }

  /// An element with its sort key.
  @usableFromInline struct Entry {
    @usableFromInline var time: Int64
    /// The rank in the upper 8 bits, the insertion number in the lower 56.
    @usableFromInline var position: UInt64
    @usableFromInline var element: Element
    @usableFromInline var isEssential: Bool

    @inlinable init(time: Int64, position: UInt64, element: Element, isEssential: Bool) {
      (self.time, self.position, self.element, self.isEssential) = (time, position, element, isEssential)
    }

    @inlinable func comes(before other: Entry) -> Bool {
      time != other.time ? time < other.time : position < other.position
    }
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// The maximum number of elements.
  public let capacity: Int
  /// The number of elements.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0
  /// The number of the next insertion.
  @usableFromInline var number: UInt64 = 0

  init(entries: UnsafeMutablePointer<Entry>, capacity: Int) { (self.entries, self.capacity) = (entries, capacity) }

  /// The time of the first element; nil if the heap is empty.
  @inlinable public var firstTime: Int64? { used > 0 ? entries[0].time : nil }

  /// Removes all elements.
  @inlinable public mutating func reset() { used = 0 }

  /// Inserts an element.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - time: the first sort key.
  ///   - rank: the second sort key; lower ranks come first.
  ///   - isEssential: whether the element may replace another one if the heap is full.
  @discardableResult @inlinable public mutating func push(
    _ element: Element, time: Int64, rank: UInt8 = 0, isEssential: Bool = false
  ) -> Admission {
    let position = UInt64(rank) &<< 56 | number & (1 &<< 56 &- 1)
    number &+= 1
    let entry = Entry(time: time, position: position, element: element, isEssential: isEssential)
    if used < capacity {
      used &+= 1
      rise(entry, from: used &- 1)
      return .accepted
    }
    guard isEssential, let index = indexOfLastInessential() else { return .refused }
    let displaced = entries[index].element
    settle(entry, at: index)
    return .displaced(displaced)
  }

  /// Calls a function with each element and its time, in any order. The function may change the element; its position in
  /// the order stays.
  @inlinable public mutating func update(_ body: (inout Element, _ time: Int64) -> Void) {
    for index in 0..<used { body(&entries[index].element, entries[index].time) }
  }

  /// Returns the element with an index in `0 ..< count`, and its time; the indices are in no particular order.
  @inlinable package func unordered(_ index: Int) -> (element: Element, time: Int64) {
    (entries[index].element, entries[index].time)
  }

  /// Removes and returns the first element if its time is before `end`; otherwise nil.
  @inlinable public mutating func pop(before end: Int64) -> Element? {
    guard used > 0, entries[0].time < end else { return nil }
    let element = entries[0].element
    used &-= 1
    if used > 0 { sink(entries[used], from: 0) }
    return element
  }

  /// Moves an entry up from a free slot to its position.
  @inlinable mutating func rise(_ entry: Entry, from start: Int) {
    var hole = start
    while hole > 0 {
      let parent = (hole &- 1) / 2
      if !entry.comes(before: entries[parent]) { break }
      entries[hole] = entries[parent]
      hole = parent
    }
    (entries + hole).initialize(to: entry)
  }

  /// Moves an entry down from a free slot to its position.
  @inlinable mutating func sink(_ entry: Entry, from start: Int) {
    var hole = start
    while true {
      var child = 2 &* hole &+ 1
      if child >= used { break }
      if child &+ 1 < used, entries[child &+ 1].comes(before: entries[child]) { child &+= 1 }
      if !entries[child].comes(before: entry) { break }
      entries[hole] = entries[child]
      hole = child
    }
    (entries + hole).initialize(to: entry)
  }

  /// Puts an entry into a slot whose entry is discarded, and moves it up or down to its position.
  @inlinable mutating func settle(_ entry: Entry, at index: Int) {
    if index > 0, entry.comes(before: entries[(index &- 1) / 2]) {
      rise(entry, from: index)
    } else {
      sink(entry, from: index)
    }
  }

  /// Returns the index of the inessential element that is last in order; nil if there is none.
  @inlinable func indexOfLastInessential() -> Int? {
    var last: Int?
    for index in 0..<used where !entries[index].isEssential {
      if let found = last, !entries[found].comes(before: entries[index]) { continue }
      last = index
    }
    return last
  }
}
