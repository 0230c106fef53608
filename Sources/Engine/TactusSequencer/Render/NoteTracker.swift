import TactusMIDI
import TactusTime

/// A note that sounds: what ends it, when, and which note of which track it is.
struct SoundingNote {
  /// When it ends, on the sequence's line of ticks.
  var due: Tick
  /// What orders notes that end at one tick: the order in which they began.
  var order: UInt64
  /// The note-off, with the channel, port and key that its note-on had.
  var noteOff: ChannelMessage
  /// When it began, on the sequence's line of ticks.
  var began: Tick
  /// Its track, and its tick, port, channel and key there.
  var track: UInt32
  var laneTick: Tick
  var laneAddress: UInt32
  /// The pass in which it began.
  var pass: LanePass

  func ends(before other: SoundingNote) -> Bool {
    due < other.due || (due == other.due && order < other.order)
  }

  /// The place of its port, channel and key among all.
  var place: Int { NoteTracker.place(noteOff) }

  /// Whether it has begun where another has, as a note of the same tick and key of the same track.
  func isTwin(of other: SoundingNote) -> Bool {
    began == other.began && laneTick == other.laneTick && laneAddress == other.laneAddress && track == other.track
  }

  /// An order in which twins lie beside each other, those that end last first.
  func isSorted(before other: SoundingNote) -> Bool {
    if began != other.began { return began < other.began }
    if laneTick != other.laneTick { return laneTick < other.laneTick }
    if laneAddress != other.laneAddress { return laneAddress < other.laneAddress }
    if track != other.track { return track < other.track }
    return due > other.due || (due == other.due && order < other.order)
  }
}

/// The notes that sound, in the order in which they end: each that has begun is here until its note-off is sent.
///
/// A binary heap of fixed capacity, and for every port, channel and key how many notes sound there.
struct NoteTracker {
  private(set) var count = 0
  let capacity: Int
  private let notes: UnsafeMutablePointer<SoundingNote>
  private let counts: UnsafeMutablePointer<UInt16>
  private var begun: UInt64 = 0

  /// How many counters there are: ports · channels · keys.
  static let places = 16 * 16 * 128

  /// A tracker over memory of `capacity` notes and ``places`` counters, all 0.
  init(notes: UnsafeMutablePointer<SoundingNote>, counts: UnsafeMutablePointer<UInt16>, capacity: Int) {
    (self.notes, self.counts, self.capacity) = (notes, counts, capacity)
  }

  static func place(_ message: ChannelMessage) -> Int {
    Int(message.port) &<< 11 | Int(message.channel) &<< 7 | Int(message.data1)
  }

  var isFull: Bool { count >= capacity }
  /// When the next note ends; `.max` if none sounds.
  var nextDue: Tick { count > 0 ? notes[0].due : .max }

  /// How many notes sound on a key.
  func sounding(at place: Int) -> Int { Int(counts[place]) }

  /// A note has begun. There must be room.
  mutating func add(_ note: SoundingNote) {
    guard count < capacity else { return }
    notes[count] = note
    notes[count].order = begun
    begun &+= 1
    counts[note.place] &+= 1
    count &+= 1
    siftUp(count &- 1)
  }

  /// Takes out the note that ends next. There must be one.
  mutating func removeNext() -> SoundingNote { remove(0) }

  /// Takes out the earliest note on a key; nil if none sounds there.
  mutating func remove(at place: Int) -> SoundingNote? {
    guard counts[place] > 0 else { return nil }
    var found = -1
    for index in 0..<count where notes[index].place == place {
      if found < 0 || notes[index].order < notes[found].order { found = index }
    }
    return found < 0 ? nil : remove(found)
  }

  /// Gives every note a new end; the heap is put in order again.
  mutating func reschedule(_ end: (SoundingNote) -> Tick) {
    for index in 0..<count { notes[index].due = end(notes[index]) }
    restore()
  }

  /// Calls `body` with notes that are alike (``SoundingNote/isTwin(of:)``), those that end last first, to give them new
  /// ends; the heap is put in order again. O(n log n).
  mutating func rescheduleTwins(_ body: (UnsafeMutableBufferPointer<SoundingNote>) -> Void) {
    sortTwins()
    var first = 0
    while first < count {
      var end = first &+ 1
      while end < count, notes[end].isTwin(of: notes[first]) { end &+= 1 }
      body(UnsafeMutableBufferPointer(start: notes + first, count: end &- first))
      first = end
    }
    restore()
  }

  /// Sorts the notes in their place, twins beside each other.
  private func sortTwins() {
    var index = count / 2
    while index > 0 {
      index &-= 1
      siftDown(index, count) { $1.isSorted(before: $0) }
    }
    var end = count
    while end > 1 {
      end &-= 1
      (notes[0], notes[end]) = (notes[end], notes[0])
      siftDown(0, end) { $1.isSorted(before: $0) }
    }
  }

  /// Puts the heap in order.
  private func restore() {
    var index = count / 2
    while index > 0 {
      index &-= 1
      siftDown(index)
    }
  }

  private mutating func remove(_ index: Int) -> SoundingNote {
    let note = notes[index]
    counts[note.place] &-= 1
    count &-= 1
    if index < count {
      notes[index] = notes[count]
      siftDown(index)
      siftUp(index)
    }
    return note
  }

  private func siftUp(_ start: Int) {
    var child = start
    let note = notes[child]
    while child > 0 {
      let parent = (child &- 1) / 2
      guard note.ends(before: notes[parent]) else { break }
      notes[child] = notes[parent]
      child = parent
    }
    notes[child] = note
  }

  private func siftDown(_ start: Int) { siftDown(start, count) { $0.ends(before: $1) } }

  /// Lets a note sink in a heap of the first `count` notes whose first is the one that comes before all others.
  @inline(__always)
  private func siftDown(_ start: Int, _ count: Int, _ precedes: (SoundingNote, SoundingNote) -> Bool) {
    var parent = start
    let note = notes[parent]
    while true {
      var child = 2 &* parent &+ 1
      guard child < count else { break }
      if child &+ 1 < count, precedes(notes[child &+ 1], notes[child]) { child &+= 1 }
      guard precedes(notes[child], note) else { break }
      notes[parent] = notes[child]
      parent = child
    }
    notes[parent] = note
  }
}

extension ChannelMessage {
  /// The port, channel and key of a note.
  var laneAddress: UInt32 { word0 & 0x0F0F_7F00 }
}
