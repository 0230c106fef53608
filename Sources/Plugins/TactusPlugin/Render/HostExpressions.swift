import TactusMIDI

/// Passes a host's note expressions on to the notes that they mean, as per-note messages of MIDI 2.0.
///
/// In a host, an expression belongs to one note. In MIDI 2.0, it belongs to a key, and to all notes of that key until it
/// is reset. A key is therefore reset when a note starts on it whose predecessor had expressions, and when a note ends;
/// the sounding notes keep theirs. An expression whose note has not started yet waits for the note.
///
/// The owner provides the memory.
/// - Thread: audio
package struct HostExpressions {
  /// An expression that waits for its note.
  package struct Pending: BitwiseCopyable {
    var number: Int32 = -1
    var channel: Int16 = -1
    var key: Int16 = -1
    var value = 0.0
    var kind = NoteExpressionMessage.Kind.volume
    /// The frame of the expression, counted like ``HostExpressions/firstFrame``.
    var frame: Int64 = 0

    /// Creates an empty entry.
    package init() {}
  }

  private let pending: UnsafeMutableBufferPointer<Pending>
  private var count = 0
  /// The first frame of the present cycle.
  package var firstFrame: Int64 = 0
  /// One bit for each key of each channel: its notes have expressions.
  private let marks: UnsafeMutablePointer<UInt64>

  /// The longest time for which an expression waits for its note, in frames. Hosts send it in the same block; one that
  /// comes after the end of its note must not reach another note to which the host gives the same number later.
  package static var longestWait: Int64 { 512 }

  /// The number of words in `marks`.
  package static var markCount: Int { 32 }

  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ pending: UnsafeMutableBufferPointer<Pending>, marks: UnsafeMutablePointer<UInt64>) {
    (self.pending, self.marks) = (pending, marks)
  }

  /// Sets an expression of all notes that match an address. A note whose key has been struck again has been released,
  /// and keeps its expressions.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func set(
    _ kind: NoteExpressionMessage.Kind, _ value: Double, of address: HostNotes.Address, in notes: HostNotes,
    _ core: UnsafeMutablePointer<PluginCore>, at offset: Int
  ) {
    guard value.isFinite else { return }
    var (index, isFound) = (0, false)
    while let found = notes.first(address, from: index) {
      isFound = true
      index = found &+ 1
      guard !notes.note(found).isSilent, !notes.isStruckAgain(found) else { continue }
      send(kind, value, notes.note(found).channel, notes.note(found).key, core, at: offset)
    }
    if !isFound { wait(kind, value, for: address, at: firstFrame &+ Int64(max(0, offset))) }
  }

  private mutating func send(
    _ kind: NoteExpressionMessage.Kind, _ value: Double, _ channel: Int16, _ key: Int16,
    _ core: UnsafeMutablePointer<PluginCore>, at offset: Int
  ) {
    let (channel, key) = (UInt8(truncatingIfNeeded: channel & 15), UInt8(truncatingIfNeeded: key & 127))
    marks[Self.word(channel, key)] |= Self.bit(key)
    core.pointee.receive(NoteExpressionMessage.message(kind, value, channel: channel, key: key), at: offset)
  }

  /// Keeps an expression for a note that has a number, or a key, and has not started. The oldest is dropped if there are
  /// too many.
  private mutating func wait(
    _ kind: NoteExpressionMessage.Kind, _ value: Double, for address: HostNotes.Address, at frame: Int64
  ) {
    guard address.number >= 0 || address.key >= 0 && address.channel >= 0, pending.count > 0 else { return }
    if count == pending.count { removePending(0) }
    var entry = Pending()
    (entry.number, entry.channel, entry.key) = (address.number, address.channel, address.key)
    (entry.kind, entry.value, entry.frame) = (kind, value, frame)
    pending[count] = entry
    count &+= 1
  }

  private mutating func removePending(_ index: Int) {
    var next = index &+ 1
    while next < count {
      pending[next &- 1] = pending[next]
      next &+= 1
    }
    count &-= 1
  }

  /// Called before the note-on of a host's note: the key is reset, and the expressions that wait for the note are sent.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func begin(_ note: HostNotes.Note, _ core: UnsafeMutablePointer<PluginCore>, at offset: Int) {
    end(note.channel, note.key, core, at: offset)
    let earliest = firstFrame &+ Int64(max(0, offset)) &- Self.longestWait
    var index = 0
    while index < count {
      let entry = pending[index]
      if entry.frame < earliest {
        removePending(index)
        continue
      }
      guard entry.number < 0 || entry.number == note.number, entry.channel < 0 || entry.channel == note.channel,
        entry.key < 0 || entry.key == note.key
      else {
        index &+= 1
        continue
      }
      removePending(index)
      send(entry.kind, entry.value, note.channel, note.key, core, at: offset)
    }
  }

  /// Records that the notes of a key have an expression that the owner has sent itself.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func mark(_ channel: Int16, _ key: Int16) {
    let (channel, key) = (UInt8(truncatingIfNeeded: channel & 15), UInt8(truncatingIfNeeded: key & 127))
    marks[Self.word(channel, key)] |= Self.bit(key)
  }

  /// Called after the note-off of a host's note: its sound keeps its expressions, and the next note has none.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func end(
    _ channel: Int16, _ key: Int16, _ core: UnsafeMutablePointer<PluginCore>, at offset: Int
  ) {
    let (channel, key) = (UInt8(truncatingIfNeeded: channel & 15), UInt8(truncatingIfNeeded: key & 127))
    guard marks[Self.word(channel, key)] & Self.bit(key) != 0 else { return }
    marks[Self.word(channel, key)] &= ~Self.bit(key)
    core.pointee.receive(NoteExpressionMessage.resetMessage(channel: channel, key: key), at: offset)
  }

  /// Forgets everything, after all notes have ended.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func removeAll() {
    count = 0
    for word in 0..<Self.markCount { marks[word] = 0 }
  }

  private static func word(_ channel: UInt8, _ key: UInt8) -> Int { Int(channel) &* 2 &+ Int(key &>> 6) }
  private static func bit(_ key: UInt8) -> UInt64 { 1 &<< UInt64(key & 63) }
}

extension HostNotes {
  /// Whether a later note has started on the key of the note at an index; notes without a note-on do not count.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func isStruckAgain(_ index: Int) -> Bool {
    let note = note(index)
    var later = index &+ 1
    while later < count {
      let other = self.note(later)
      if !other.isSilent, other.channel == note.channel, other.key == note.key { return true }
      later &+= 1
    }
    return false
  }
}
