/// The notes that the host has started with events that have note IDs, and whose end has not been reported to it.
///
/// A host may refer to a note by its note ID alone, but MIDI messages contain no such ID. A CLAP host also keeps a voice
/// for each note of an instrument until the plug-in reports the end of the note. Since notes cannot be modulated after
/// their note-off, the end is reported at the note-off.
///
/// Law: of the notes with one address (note ID, port, channel and key), one end is reported after the last has ended. A
/// note-off with the ID of a note that has ended ends no other note.
///
/// The owner provides the memory. All operations take time proportional to the number of notes.
/// - Thread: audio
package struct HostNotes {
  package struct Note: BitwiseCopyable {
    /// The host's note ID, −1 for none.
    package let number: Int32
    package let port: Int16
    package let channel: Int16
    package let key: Int16
    /// Whether the note has ended and the end must still be reported.
    package fileprivate(set) var isEnded = false
    /// The number of note-offs of earlier notes on this key that follow its own.
    fileprivate var deferredNoteOffs: UInt8 = 0
    /// Whether the note makes no sound and has no MIDI note-on, because the host's tuning leaves out its key.
    package fileprivate(set) var isSilent = false

    #if REALTIME_PROOF
      @_noAllocation @_noLocks
    #endif
    package init(number: Int32, port: Int16 = 0, channel: Int16, key: Int16) {
      (self.number, self.port, self.channel, self.key) = (number, port, channel, key)
    }

    fileprivate func hasAddress(of other: Note) -> Bool {
      number == other.number && port == other.port && channel == other.channel && key == other.key
    }
  }

  /// The notes that an event refers to; −1 matches any.
  package struct Address {
    package var number: Int32
    package let port: Int16
    package let channel: Int16
    package let key: Int16

    #if REALTIME_PROOF
      @_noAllocation @_noLocks
    #endif
    package init(number: Int32, port: Int16 = -1, channel: Int16 = -1, key: Int16 = -1) {
      (self.number, self.port, self.channel, self.key) = (number, port, channel, key)
    }

    #if REALTIME_PROOF
      @_noAllocation @_noLocks
    #endif
    func matches(_ note: Note) -> Bool {
      !note.isEnded && (number < 0 || number == note.number) && (port < 0 || port == note.port)
        && (channel < 0 || channel == note.channel) && (key < 0 || key == note.key)
    }
  }

  private let notes: UnsafeMutableBufferPointer<Note>
  /// Whether ends are reported to the host.
  private let reportsEnds: Bool
  package private(set) var count = 0
  package private(set) var endedCount = 0
  /// The number of notes that were dropped for lack of room and may still sound.
  private var lostCount = 0

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ notes: UnsafeMutableBufferPointer<Note>, reportsEnds: Bool) {
    (self.notes, self.reportsEnds) = (notes, reportsEnds)
  }

  /// Returns the note at an index, 0 ..< ``count``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func note(_ index: Int) -> Note { notes[index] }

  /// Adds a started note. The end of an earlier note with the same address is no longer reported, because the host
  /// would apply it to the new note. If there is no room, the oldest end that has not been reported is discarded,
  /// because some hosts refuse all of them.
  ///
  /// - Parameter isSilent: whether the note gets no note-on, so that its end sends no note-off.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ note: Note, isSilent: Bool = false) {
    if endedCount > 0 { forgetEnd(like: note) }
    if count == notes.count, endedCount > 0 { forgetOldestEnd() }
    guard count < notes.count else {
      lostCount &+= 1
      return
    }
    notes[count] = note
    notes[count].isSilent = isSilent
    count &+= 1
  }

  private mutating func forgetEnd(like other: Note) {
    var index = count &- 1
    while index >= 0 {
      if notes[index].isEnded, notes[index].hasAddress(of: other) { remove(index) }
      index &-= 1
    }
  }

  private mutating func forgetOldestEnd() {
    var index = 0
    while index < count, !notes[index].isEnded { index &+= 1 }
    if index < count { remove(index) }
  }

  /// Returns the index of the first matching note at or after `start`; nil if there is none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func first(_ address: Address, from start: Int = 0) -> Int? {
    var index = start
    while index < count {
      if address.matches(notes[index]) { return index }
      index &+= 1
    }
    return nil
  }

  /// Marks a note as ended. If another note has the same address, only the end of that one is reported.
  ///
  /// - Returns: the index of the next note.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func end(_ index: Int) -> Int {
    guard reportsEnds, !sharesAddress(index) else {
      remove(index)
      return index
    }
    notes[index].isEnded = true
    endedCount &+= 1
    return index &+ 1
  }

  /// Whether another note has the address of the note at an index.
  private func sharesAddress(_ index: Int) -> Bool {
    var other = 0
    while other < count {
      if other != index, notes[other].hasAddress(of: notes[index]) { return true }
      other &+= 1
    }
    return false
  }

  /// Marks all notes as ended, after a reset has silenced them.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func endAll() {
    var index = 0
    while index < count { index = notes[index].isEnded ? index &+ 1 : end(index) }
    lostCount = 0
  }

  /// What the end of notes means for their key.
  package struct End {
    /// How many MIDI note-offs are sent.
    package var noteOffs = 0
    /// Whether a choke must not cut the key: the note has no note-on or has ended before, or a later note has started
    /// on the key.
    package var mustNotChoke = false

    #if REALTIME_PROOF
      @_noAllocation @_noLocks
    #endif
    init() {}
  }

  /// Ends the note at an index, as far as MIDI is concerned: ``end(_:)`` must follow.
  ///
  /// MIDI identifies a note by its key only, so a note-off would end the latest note of the key. If the host still holds
  /// a later note on the key, this note's note-off is sent when that later note ends. Each note-on still gets one
  /// note-off.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func release(_ index: Int) -> End {
    var end = End()
    end.mustNotChoke = notes[index].isSilent || isStruckAgain(index)
    end.noteOffs = (notes[index].isSilent ? 0 : 1) &+ Int(notes[index].deferredNoteOffs)
    if let later = heldNote(onKeyOf: index) {
      // as many as `HostKeys` counts of one key
      notes[later].deferredNoteOffs = UInt8(min(16, Int(notes[later].deferredNoteOffs) &+ end.noteOffs))
      end.noteOffs = 0
    }
    return end
  }

  /// Returns the index of the next later note on the same key that the host still holds; nil if there is none.
  private func heldNote(onKeyOf index: Int) -> Int? {
    let note = notes[index]
    var later = index &+ 1
    while later < count {
      let other = notes[later]
      if !other.isEnded, !other.isSilent, other.channel == note.channel, other.key == note.key { return later }
      later &+= 1
    }
    return nil
  }

  /// Ends the note with the key and the note ID of an address, or the first note of the key that has started without an
  /// ID. An address without an ID ends all notes of the key.
  ///
  /// If there is no such note, one note-off is sent all the same if the note may have arrived as MIDI, which has no
  /// IDs, or may have been dropped. Otherwise, the note has ended before, and nothing happens.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult
  package mutating func end(at address: Address) -> End {
    var (result, hasFound) = (End(), false)
    while let index = firstEnding(at: address) {
      let wasSilent = notes[index].isSilent
      let one = release(index)
      result.noteOffs &+= one.noteOffs
      // if all notes of the key end, a choke cuts no later note
      let isNotChoked = address.number < 0 ? wasSilent : one.mustNotChoke
      result.mustNotChoke = isNotChoked && (result.mustNotChoke || !hasFound)
      hasFound = true
      _ = end(index)
      if address.number >= 0 { break }
    }
    if hasFound { return result }
    var isUnlisted = true
    if address.number >= 0 { isUnlisted = takeLost() }
    result.noteOffs = isUnlisted ? 1 : 0
    result.mustNotChoke = !isUnlisted || isHeld(address)
    return result
  }

  /// Returns the index of the first note that an address ends; nil if there is none.
  private func firstEnding(at address: Address) -> Int? {
    if let index = first(address) { return index }
    var (anyID, index) = (address, 0)
    anyID.number = -1
    while let found = first(anyID, from: index) {
      if notes[found].number < 0 { return found }
      index = found &+ 1
    }
    return nil
  }

  /// Whether the host holds a note of the key of an address, with any ID.
  private func isHeld(_ address: Address) -> Bool {
    var anyID = address
    anyID.number = -1
    return first(anyID) != nil
  }

  /// Returns whether a note that was dropped for lack of room may still sound, and counts one less.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func takeLost() -> Bool {
    guard lostCount > 0 else { return false }
    lostCount &-= 1
    return true
  }

  /// Forgets the notes that were dropped, because an event has ended all notes.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func forgetLost() { lostCount = 0 }

  /// Removes a note whose end has been reported or need not be reported.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func remove(_ index: Int) {
    if notes[index].isEnded { endedCount &-= 1 }
    var next = index &+ 1
    while next < count {
      notes[next &- 1] = notes[next]
      next &+= 1
    }
    count &-= 1
  }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func removeAll() { (count, endedCount, lostCount) = (0, 0, 0) }
}
