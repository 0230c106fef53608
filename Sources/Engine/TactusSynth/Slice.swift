import Synchronization

/// A slice of a cycle: the frames that one replica renders on one thread, while others render the frames before and after.
///
/// Its thread writes everything; other threads read what atomic values have announced.
struct Slice: ~Copyable {
  /// The slice that follows, and the first of its frames that is heard. The frames before are replaced by those of this
  /// slice.
  struct Successor {
    let slice: Int
    let frame: Int
  }

  let frontier = SliceFrontier()
  let turn = SliceTurn()
  let pieces = SlicePieces()
  let states = SliceStates()
  /// Whether its thread has rendered everything that it will render.
  let hasEnded = Atomic(false)
  private(set) var replica = 0
  /// The frame at which it should begin.
  private(set) var start = 0
  /// What follows; nil if this slice rendered the end of the cycle. Valid when `hasEnded` is set.
  var successor: Successor?

  /// Prepares for a cycle.
  mutating func prepare(replica: Int, start: Int, pieces capacity: Int, states: Int) {
    (self.replica, self.start) = (replica, start)
    frontier.reset()
    pieces.prepare(capacity: capacity)
    self.states.prepare(capacity: states)
    hasEnded.store(false, ordering: .releasing)
    successor = nil
  }
}

/// The states of a slice's lanes at its first frames, in order. One thread appends them while another reads them.
///
/// - Thread: any; one at a time appends
final class SliceStates: @unchecked Sendable {  // entries are read only after the count has announced them
  /// The state of all lanes that sound at a frame.
  struct Entry {
    let frame: Int
    let lanes: [SoundingLane]
  }

  private var entries: UnsafeMutablePointer<Entry>
  private var capacity = 1
  private let count = Atomic(0)
  private let closed = Atomic(false)

  init() { entries = .allocate(capacity: 1) }

  deinit {
    clear()
    entries.deallocate()
  }

  /// Removes all states, and makes room for others.
  func prepare(capacity: Int) {
    clear()
    closed.store(false, ordering: .releasing)
    guard capacity > self.capacity else { return }
    entries.deallocate()
    entries = .allocate(capacity: capacity)
    self.capacity = capacity
  }

  private func clear() {
    entries.deinitialize(count: count.load(ordering: .acquiring))
    count.store(0, ordering: .releasing)
  }

  /// Appends the state at a frame, unless there is no room.
  func append(_ frame: Int, _ lanes: @autoclosure () -> [SoundingLane]) {
    let index = count.load(ordering: .relaxed)
    guard index < capacity, !isClosed else { return close() }
    (entries + index).initialize(to: Entry(frame: frame, lanes: lanes()))
    count.store(index + 1, ordering: .releasing)
  }

  /// Announces that no more states follow.
  func close() { closed.store(true, ordering: .releasing) }

  /// Whether no more states follow those that can be read now.
  var isClosed: Bool { closed.load(ordering: .acquiring) }

  /// The state with a number; nil if it has not been appended.
  subscript(number: Int) -> Entry? { number < count.load(ordering: .acquiring) ? entries[number] : nil }
}
