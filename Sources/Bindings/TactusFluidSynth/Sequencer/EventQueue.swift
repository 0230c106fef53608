/// The events that wait for their ticks, in the order in which they are sent.
struct EventQueue {
  struct Entry {
    let time: UInt32
    let rank: UInt8
    let number: UInt64
    let event: FluidEvent.Contents
    /// Whether this is the end of a note with a duration. A later note on the same key cancels it.
    let endsNote: Bool

    func isBefore(_ other: Entry) -> Bool { (time, rank, number) < (other.time, other.rank, other.number) }
  }

  /// The destination, channel and key of a note with a duration.
  struct Key: Hashable {
    let destination: Int16
    let channel: Int32
    let key: Int16

    init(_ event: FluidEvent.Contents) { (destination, channel, key) = (event.destination, event.channel, event.key) }
  }

  private var heap: [Entry] = []
  private var count: UInt64 = 0
  /// The numbers of the entries that end notes. An entry that ends a note but is missing here has been cancelled.
  private var noteEnds: [Key: UInt64] = [:]

  var first: Entry? { heap.first }

  mutating func insert(_ event: FluidEvent.Contents, at time: UInt32, endsNote: Bool = false) {
    count += 1
    let rank = FluidSequencerEvent.rank(of: event)
    heap.append(Entry(time: time, rank: rank, number: count, event: event, endsNote: endsNote))
    if endsNote { noteEnds[Key(event)] = count }
    rise(heap.count - 1)
  }

  /// Cancels the end of a note.
  mutating func cancelEnd(of key: Key) { noteEnds[key] = nil }

  /// Removes the first entry. Returns its event, or nil if that has been cancelled.
  mutating func removeFirst() -> FluidEvent.Contents? {
    heap.swapAt(0, heap.count - 1)
    let entry = heap.removeLast()
    if !heap.isEmpty { sink(0) }
    guard entry.endsNote else { return entry.event }
    guard noteEnds[Key(entry.event)] == entry.number else { return nil }
    noteEnds[Key(entry.event)] = nil
    return entry.event
  }

  mutating func removeAll(where isRemoved: (FluidEvent.Contents) -> Bool) {
    let kept = heap.filter { !isRemoved($0.event) }
    guard kept.count < heap.count else { return }
    for entry in heap where entry.endsNote && isRemoved(entry.event) && noteEnds[Key(entry.event)] == entry.number {
      noteEnds[Key(entry.event)] = nil
    }
    heap = kept
    for index in (0..<heap.count / 2).reversed() { sink(index) }
  }

  private mutating func rise(_ start: Int) {
    var index = start
    while index > 0, heap[index].isBefore(heap[(index - 1) / 2]) {
      heap.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var least = index
      for child in 2 * index + 1...2 * index + 2 where child < heap.count && heap[child].isBefore(heap[least]) {
        least = child
      }
      guard least != index else { return }
      heap.swapAt(index, least)
      index = least
    }
  }
}
