import TactusMIDI
import TactusTime

/// A sounding note: its note-off, the time of the note-off, and the track's note that started it.
struct SoundingNote {
  /// The end, in ticks of the sequence.
  var due: Tick
  /// The number of the note, counted in the order in which notes start. Notes due at one tick end in this order.
  var order: UInt64
  /// The note-off, with the channel, port and key of its note-on.
  var noteOff: ChannelMessage
  /// The start, in ticks of the sequence.
  var began: Tick
  /// The identity of the track.
  var track: UInt32
  /// The onset of the note in ticks from the start of the pass.
  var onsetInPass: Tick
  /// The port, channel and key as written in the track, before the port, channel and transposition that the track sets
  /// are applied.
  var writtenKeyBits: UInt32
  /// The pass in which the note started.
  var pass: TrackPass

  func ends(before other: SoundingNote) -> Bool {
    due < other.due || (due == other.due && order < other.order)
  }

  /// The port, channel and key of the note-off as one number.
  var keyIndex: Int { noteOff.keyIndex }

  /// Whether both notes started at the same time from the same tick and key of the same track.
  func isCoincident(with other: SoundingNote) -> Bool {
    began == other.began && onsetInPass == other.onsetInPass && writtenKeyBits == other.writtenKeyBits
      && track == other.track
  }

  /// A sort order in which coincident notes are adjacent, those with the latest end first.
  func isSorted(before other: SoundingNote) -> Bool {
    if began != other.began { return began < other.began }
    if onsetInPass != other.onsetInPass { return onsetInPass < other.onsetInPass }
    if writtenKeyBits != other.writtenKeyBits { return writtenKeyBits < other.writtenKeyBits }
    if track != other.track { return track < other.track }
    return due > other.due || (due == other.due && order < other.order)
  }
}

/// The sounding notes, ordered by their ends. Each note is stored from its start until its note-off is sent.
///
/// It is a binary heap of fixed capacity, with a counter of sounding notes for each port, channel and key.
struct NoteTracker {
  private(set) var count = 0
  let capacity: Int
  private let notes: UnsafeMutablePointer<SoundingNote>
  private let counts: UnsafeMutablePointer<UInt16>
  private var begun: UInt64 = 0

  /// The number of counters: ports · channels · keys.
  static let keyIndexCount = 16 * 16 * 128

  /// Creates a tracker in memory for `capacity` notes and ``keyIndexCount`` counters, all of which must be 0.
  init(notes: UnsafeMutablePointer<SoundingNote>, counts: UnsafeMutablePointer<UInt16>, capacity: Int) {
    (self.notes, self.counts, self.capacity) = (notes, counts, capacity)
  }

  var isFull: Bool { count >= capacity }
  /// The tick at which the next note ends; `.max` if none sounds.
  var nextDue: Tick { count > 0 ? notes[0].due : .max }

  /// Returns the number of sounding notes on a key.
  func sounding(at keyIndex: Int) -> Int { Int(counts[keyIndex]) }

  /// Adds a note that has started. There must be room.
  mutating func add(_ note: SoundingNote) {
    guard count < capacity else { return }
    notes[count] = note
    notes[count].order = begun
    begun &+= 1
    counts[note.keyIndex] &+= 1
    count &+= 1
    siftUp(count &- 1)
  }

  /// Removes the note that ends next. At least one note must be sounding.
  mutating func removeNext() -> SoundingNote { remove(0) }

  /// Removes the earliest note on a key; nil if none sounds there.
  mutating func remove(at keyIndex: Int) -> SoundingNote? {
    guard counts[keyIndex] > 0 else { return nil }
    var found = -1
    for index in 0..<count where notes[index].keyIndex == keyIndex {
      if found < 0 || notes[index].order < notes[found].order { found = index }
    }
    return found < 0 ? nil : remove(found)
  }

  /// Sets a new end for every note and restores the heap order.
  mutating func reschedule(_ end: (SoundingNote) -> Tick) {
    for index in 0..<count { notes[index].due = end(notes[index]) }
    restore()
  }

  /// Calls `body` with each group of coincident notes (``SoundingNote/isCoincident(with:)``), sorted by descending end,
  /// so that it can set new ends; then restores the heap order. O(n log n).
  mutating func rescheduleCoincidentNotes(_ body: (UnsafeMutableBufferPointer<SoundingNote>) -> Void) {
    sortCoincidentNotes()
    var first = 0
    while first < count {
      var end = first &+ 1
      while end < count, notes[end].isCoincident(with: notes[first]) { end &+= 1 }
      body(UnsafeMutableBufferPointer(start: notes + first, count: end &- first))
      first = end
    }
    restore()
  }

  /// Sorts the notes in place so that coincident notes are adjacent.
  private func sortCoincidentNotes() {
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

  /// Restores the heap order.
  private func restore() {
    var index = count / 2
    while index > 0 {
      index &-= 1
      siftDown(index)
    }
  }

  private mutating func remove(_ index: Int) -> SoundingNote {
    let note = notes[index]
    counts[note.keyIndex] &-= 1
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

  /// Moves a note down in the heap of the first `count` notes, in which every note precedes its children.
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
  /// The bits for port, channel and key.
  var keyBits: UInt32 { word0 & 0x0F0F_7F00 }
}
