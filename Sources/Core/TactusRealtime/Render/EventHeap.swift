/// A priority queue of fixed capacity on the audio thread, for sources that deliver out of order.
///
/// Elements come out by time, at one time by rank, and at one time and rank in the order in which they went in. Putting
/// one in and taking one out take O(log count).
///
/// A full heap refuses. Only an *essential* element, such as a note-off, then takes the place of the last element that
/// is not essential, which takes O(count). So as long as not all elements are essential, no essential one is lost; and
/// where an essential one is refused, everything in the heap is essential.
///
/// It borrows memory of an ``EventHeapMemory``.
/// - Thread: audio (one thread at a time)
public struct EventHeap<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {  // see above
  /// What has become of an element that was to be put in.
  public enum Admission: Sendable {
    /// It is in.
    case accepted
    /// It is not; the heap is full.
    case refused
    /// It is in; this one had to leave.
    case displaced(Element)
  }

  /// An element with its place in the order.
  @usableFromInline struct Entry {
    @usableFromInline var time: Int64
    /// Rank in the upper 8 bits, number in the lower 56.
    @usableFromInline var place: UInt64
    @usableFromInline var element: Element
    @usableFromInline var isEssential: Bool

    @inlinable init(time: Int64, place: UInt64, element: Element, isEssential: Bool) {
      (self.time, self.place, self.element, self.isEssential) = (time, place, element, isEssential)
    }

    @inlinable func comes(before other: Entry) -> Bool {
      time != other.time ? time < other.time : place < other.place
    }
  }

  @usableFromInline let entries: UnsafeMutablePointer<Entry>
  /// How many elements it holds at most.
  public let capacity: Int
  /// How many elements are in.
  @inlinable public var count: Int { used }
  @usableFromInline var used = 0
  @usableFromInline var number: UInt64 = 0

  init(entries: UnsafeMutablePointer<Entry>, capacity: Int) { (self.entries, self.capacity) = (entries, capacity) }

  /// The time of the first element; nil if there is none.
  @inlinable public var firstTime: Int64? { used > 0 ? entries[0].time : nil }

  /// Forgets everything.
  @inlinable public mutating func reset() { used = 0 }

  /// Puts an element in.
  ///
  /// - Parameters:
  ///   - element: what is to come out.
  ///   - time: when.
  ///   - rank: lower ones come first at one time.
  ///   - isEssential: whether it may take another's place if the heap is full.
  @discardableResult @inlinable public mutating func push(
    _ element: Element, time: Int64, rank: UInt8 = 0, isEssential: Bool = false
  ) -> Admission {
    let place = UInt64(rank) &<< 56 | number & (1 &<< 56 &- 1)
    number &+= 1
    let entry = Entry(time: time, place: place, element: element, isEssential: isEssential)
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

  /// Takes the first element out if its time is before `end`; nil if there is none.
  @inlinable public mutating func pop(before end: Int64) -> Element? {
    guard used > 0, entries[0].time < end else { return nil }
    let element = entries[0].element
    used &-= 1
    if used > 0 { sink(entries[used], from: 0) }
    return element
  }

  /// Puts an entry where it belongs, upwards from a free place.
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

  /// Puts an entry where it belongs, downwards from a free place.
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

  /// Puts an entry where it belongs, from a place whose entry goes.
  @inlinable mutating func settle(_ entry: Entry, at index: Int) {
    if index > 0, entry.comes(before: entries[(index &- 1) / 2]) {
      rise(entry, from: index)
    } else {
      sink(entry, from: index)
    }
  }

  /// Where the inessential element is that would come last.
  @inlinable func indexOfLastInessential() -> Int? {
    var last: Int?
    for index in 0..<used where !entries[index].isEssential {
      if let found = last, !entries[found].comes(before: entries[index]) { continue }
      last = index
    }
    return last
  }
}
