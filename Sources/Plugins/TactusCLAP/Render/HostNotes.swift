/// The notes that the host has begun by CLAP's own events and not yet been told the end of.
///
/// A host may end a note by its number alone, which MIDI does not have; and it keeps a voice of its own for each note of
/// an instrument until it hears that the note has ended. Nothing of a note can be modulated after its note-off, so that
/// this is when it ends.
///
/// It is a value over memory of its owner's; all it does takes as long as there are notes.
/// - Thread: audio
struct HostNotes {
  struct Note: BitwiseCopyable {
    /// The host's number, −1 for none.
    var number: Int32
    var port: Int16
    var channel: Int16
    var key: Int16
    /// Whether its end is still to be told.
    var isEnded = false
  }

  /// Which notes an event means; −1 for any.
  struct Address {
    var number: Int32
    var port: Int16
    var channel: Int16
    var key: Int16

    #if REALTIME_PROOF
      @_noAllocation @_noLocks
    #endif
    func means(_ note: Note) -> Bool {
      !note.isEnded && (number < 0 || number == note.number) && (port < 0 || port == note.port)
        && (channel < 0 || channel == note.channel) && (key < 0 || key == note.key)
    }
  }

  private let notes: UnsafeMutableBufferPointer<Note>
  /// Whether the host is told of ends.
  private let reportsEnds: Bool
  private(set) var count = 0
  private(set) var endedCount = 0
  /// Whether a note has found no room.
  private(set) var hasLost = false

  init(_ notes: UnsafeMutableBufferPointer<Note>, reportsEnds: Bool) {
    (self.notes, self.reportsEnds) = (notes, reportsEnds)
  }

  /// One of them, 0 ..< ``count``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func note(_ index: Int) -> Note { notes[index] }

  /// A note has begun. Its host takes one without a number for the next of its key, so that the end of one before it is
  /// not told any more.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func begin(_ note: Note) {
    if note.number < 0, endedCount > 0 { forgetEnd(like: note) }
    guard count < notes.count else {
      hasLost = true
      return
    }
    notes[count] = note
    count &+= 1
  }

  private mutating func forgetEnd(like other: Note) {
    var index = count &- 1
    while index >= 0 {
      let note = notes[index]
      if note.isEnded, note.number < 0, note.port == other.port, note.channel == other.channel, note.key == other.key {
        remove(index)
      }
      index &-= 1
    }
  }

  /// The first note from an index that is meant; nil if none is.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  func first(_ address: Address, from start: Int = 0) -> Int? {
    var index = start
    while index < count {
      if address.means(notes[index]) { return index }
      index &+= 1
    }
    return nil
  }

  /// A note has ended.
  ///
  /// - Returns: the index of the note after it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func end(_ index: Int) -> Int {
    guard reportsEnds else {
      remove(index)
      return index
    }
    notes[index].isEnded = true
    endedCount &+= 1
    return index &+ 1
  }

  /// The host has been told, or need not be.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func remove(_ index: Int) {
    if notes[index].isEnded { endedCount &-= 1 }
    var next = index &+ 1
    while next < count {
      notes[next &- 1] = notes[next]
      next &+= 1
    }
    count &-= 1
    if count == 0 { hasLost = false }
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  mutating func removeAll() { (count, endedCount, hasLost) = (0, 0, false) }
}
