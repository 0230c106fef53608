import TactusMIDI

/// The output notes of an effect: for each incoming note-on that is held, the notes that were sent for it.
///
/// A later note-off thus ends the notes of its note-on, even if the effect's settings have changed in between. Several
/// note-ons of one key are ended in the order in which they arrived. A note-on for which nothing was sent is stored
/// too, so that its note-off is dropped.
///
/// The memory belongs to a ``HeldNotesMemory``.
struct HeldNotes {
  /// A note that was sent, or a record that none was sent.
  struct Part: BitwiseCopyable {
    /// Port, channel and key of the sent note, see `ChannelMessage.moved(to:)`.
    var address: UInt32
    /// Whether a note was sent.
    var isSounding: Bool
    /// Whether this is the last part of its note-on.
    var isLast: Bool
    /// The frame on which the note starts, in effects with delays.
    var onFrame: Int64 = 0
    /// The delay of its note-off in frames.
    var offDelay: Int64 = 0
  }

  struct Entry: BitwiseCopyable {
    var part: Part
    /// The next entry of the key, or of the free list; −1 for none.
    var next: Int32
    /// The index of the incoming key; −1 if the entry is free.
    var keyIndex: Int32
  }

  /// The entries of one key.
  struct Chain: BitwiseCopyable {
    var first: Int32 = -1
    var last: Int32 = -1
  }

  let capacity: Int
  private(set) var count = 0
  private let entries: UnsafeMutablePointer<Entry>
  private let chains: UnsafeMutablePointer<Chain>
  private var firstFree: Int32 = -1
  /// The notes that were started with ``start(_:isLast:mark:for:at:_:)``.
  private var started: OutputNotes

  /// Creates the list in memory of `capacity` entries and `ChannelMessage.keyIndexCount` empty chains.
  init(
    entries: UnsafeMutablePointer<Entry>, chains: UnsafeMutablePointer<Chain>, output: OutputNotes, capacity: Int
  ) {
    (self.entries, self.chains, started, self.capacity) = (entries, chains, output, capacity)
    for index in 0..<capacity {
      let part = Part(address: 0, isSounding: false, isLast: true)
      (entries + index).initialize(to: Entry(part: part, next: Int32(truncatingIfNeeded: index) &- 1, keyIndex: -1))
    }
    firstFree = Int32(truncatingIfNeeded: capacity) &- 1
  }

  var isEmpty: Bool { count == 0 }

  /// The number of parts for which there is room.
  var room: Int { capacity &- count }

  /// Whether a key is held.
  func isHeld(_ keyIndex: Int) -> Bool { chains[keyIndex].first >= 0 }

  /// Stores a part of a note; there must be room.
  mutating func add(_ part: Part, at keyIndex: Int) {
    guard firstFree >= 0 else { return }
    let index = firstFree
    firstFree = entries[Int(index)].next
    entries[Int(index)] = Entry(part: part, next: -1, keyIndex: Int32(truncatingIfNeeded: keyIndex))
    let last = chains[keyIndex].last
    if last >= 0 { entries[Int(last)].next = index } else { chains[keyIndex].first = index }
    chains[keyIndex].last = index
    count &+= 1
  }

  /// Removes and returns the first part of a key; nil if it is not held.
  mutating func takeFirst(at keyIndex: Int) -> Part? { remove(chains[keyIndex].first, after: -1, at: keyIndex) }

  /// Removes and returns the first part of a key that was started with a mark; nil if there is none.
  fileprivate mutating func takeFirst(at keyIndex: Int, marked mark: Int64) -> Part? {
    var (before, index) = (Int32(-1), chains[keyIndex].first)
    while index >= 0, entries[Int(index)].part.onFrame != mark { (before, index) = (index, entries[Int(index)].next) }
    return remove(index, after: before, at: keyIndex)
  }

  /// Removes and returns a part, which follows another or, after −1, is the first of its key; nil for −1.
  private mutating func remove(_ index: Int32, after before: Int32, at keyIndex: Int) -> Part? {
    guard index >= 0 else { return nil }
    let entry = entries[Int(index)]
    if before >= 0 { entries[Int(before)].next = entry.next } else { chains[keyIndex].first = entry.next }
    if entry.next < 0 { chains[keyIndex].last = before }
    entries[Int(index)].next = firstFree
    entries[Int(index)].keyIndex = -1
    firstFree = index
    count &-= 1
    return entry.part
  }

  /// The index of a key's first part; −1 if it is not held.
  func firstIndex(at keyIndex: Int) -> Int32 { chains[keyIndex].first }
  /// The index of the next part of the same key; −1 for none.
  func index(after index: Int32) -> Int32 { entries[Int(index)].next }
  /// Returns a part by its index.
  func part(_ index: Int32) -> Part { entries[Int(index)].part }

  /// Returns the first held key at or after a key index; nil for none.
  func nextHeld(from keyIndex: Int, before end: Int) -> Int? {
    guard count > 0 else { return nil }
    var keyIndex = keyIndex
    while keyIndex < end {
      if chains[keyIndex].first >= 0 { return keyIndex }
      keyIndex &+= 1
    }
    return nil
  }

  /// Clears everything.
  mutating func reset() {
    started.reset()
    guard count > 0 else { return }
    for index in 0..<capacity where entries[index].keyIndex >= 0 {
      chains[Int(entries[index].keyIndex)] = Chain()
      entries[index].keyIndex = -1
    }
    for index in 0..<capacity { entries[index].next = Int32(truncatingIfNeeded: index) &- 1 }
    firstFree = Int32(truncatingIfNeeded: capacity) &- 1
    count = 0
  }
}

// MARK: Writing

extension HeldNotes {
  /// Writes a note for a key and stores it; there must be room in both. If a note of another key sounds on the same
  /// output key, that note is ended first: see ``OutputNotes``.
  ///
  /// - Parameter mark: a value for ``Part/onFrame``, free for effects without delays.
  mutating func start(
    _ note: ChannelMessage, isLast: Bool, mark: Int64 = 0, for keyIndex: Int, at offset: Int32,
    _ output: inout EventWriter
  ) {
    let isOthers = started.held(note.keyIndex) > ownNotes(of: keyIndex, at: note.word0)
    started.start(note, endsEarlier: isOthers, at: offset, &output)
    add(Part(address: note.word0, isSounding: true, isLast: isLast, onFrame: mark), at: keyIndex)
  }

  /// Whether a note-on that passes unchanged must be stored, because its key is held or one of the effect's notes sounds
  /// on it.
  func mustStore(_ noteOn: ChannelMessage) -> Bool {
    isHeld(noteOn.keyIndex) || started.held(noteOn.keyIndex) > 0
  }

  /// Returns the number of a key's notes at an output address.
  private func ownNotes(of keyIndex: Int, at address: UInt32) -> Int {
    var (index, found) = (firstIndex(at: keyIndex), 0)
    while index >= 0 {
      let part = part(index)
      if part.isSounding, (part.address ^ address) & ChannelMessage.addressMask == 0 { found &+= 1 }
      index = self.index(after: index)
    }
    return found
  }

  /// Ends a note that has been removed from the list.
  mutating func end(_ part: Part, _ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    if part.isSounding { started.end(noteOff.moved(to: part.address), at: offset, &output) }
  }

  /// Whether a note-off ends a note that is held here. If notes of its key have passed unchanged, it ends one of those
  /// first.
  func isHeld(_ keyIndex: Int, besides output: EventWriter) -> Bool { isHeld(keyIndex) && !output.hasPassed(keyIndex) }

  /// Handles a note-off: ends the notes of its note-on. If the note-on is not held, the note-off passes.
  mutating func release(_ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = noteOff.keyIndex
    guard isHeld(keyIndex, besides: output) else { return output.pass(noteOff, at: offset) }
    while let part = takeFirst(at: keyIndex) {
      end(part, noteOff, at: offset, &output)
      if part.isLast { break }
    }
  }

  /// Sends a message for a key to all notes that sound for the key; passes it unchanged if the key is not held.
  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    var index = firstIndex(at: message.keyIndex)
    if index < 0 { output.write(message, at: offset) }
    while index >= 0 {
      let part = part(index)
      if part.isSounding { output.write(message.moved(to: part.address), at: offset) }
      index = self.index(after: index)
    }
  }

  /// Ends all output notes that were produced by the held keys of an input channel, because a message has ended all
  /// notes of the channel.
  mutating func releaseChannel(of message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    output.forgetRefused(channelOf: message)
    var key = 0
    while let part = takeEnded(channelOf: message, from: &key, &output) { end(part, noteOff, at: offset, &output) }
  }

  /// Ends the notes of an input channel that were started with a mark, because a message on another channel has ended
  /// them. Their later note-offs are dropped.
  ///
  /// - Returns: the number of note-ons that were ended.
  mutating func releaseChannel(
    of message: ChannelMessage, marked mark: Int64, at offset: Int32, _ output: inout EventWriter
  ) -> Int {
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    let first = message.firstKeyIndex
    var (keyIndex, count) = (first, 0)
    while let held = nextHeld(from: keyIndex, before: first &+ 128) {
      while let part = takeFirst(at: held, marked: mark) {
        end(part, noteOff, at: offset, &output)
        guard part.isLast else { continue }
        output.dropNoteOffs(of: held)
        count &+= 1
      }
      keyIndex = held &+ 1
    }
    return count
  }

  /// Removes and returns the next part of a channel's held keys, because a message has ended all notes of the channel;
  /// nil if none is left. The later note-offs of these keys are dropped.
  ///
  /// - Parameter key: the first key that may be held, from 0; set to the key of the part.
  mutating func takeEnded(
    channelOf message: ChannelMessage, from key: inout Int, _ output: inout EventWriter
  ) -> Part? {
    let first = message.firstKeyIndex
    guard let keyIndex = nextHeld(from: first &+ key, before: first &+ 128) else { return nil }
    key = keyIndex &- first
    let part = takeFirst(at: keyIndex)
    if let part, part.isLast { output.dropNoteOffs(of: keyIndex) }
    return part
  }

  /// Ends all sounding notes.
  mutating func releaseAll(at offset: Int32, _ output: inout EventWriter) {
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    var keyIndex = 0
    while let held = nextHeld(from: keyIndex, before: ChannelMessage.keyIndexCount) {
      while let part = takeFirst(at: held) { end(part, noteOff, at: offset, &output) }
      keyIndex = held
    }
  }
}
