import TactusMIDI

/// What an effect has made of the notes that are held: for each note-on that came in, the notes that went out for it.
///
/// So the note-off that comes later ends the notes that its note-on began, whatever the effect has been set to since.
/// Several note-ons of one key are answered in their order. A note of which nothing went out is remembered too: its
/// note-off goes nowhere.
///
/// It borrows memory of a ``HeldNotesMemory``.
struct HeldNotes {
  /// One note that went out, or nothing.
  struct Part: BitwiseCopyable {
    /// Port, channel and key of what went out, see `ChannelMessage.moved(to:)`.
    var address: UInt32
    /// Whether a note went out.
    var isSounding: Bool
    /// Whether it is the last one of its note-on.
    var isLast: Bool
    /// The frame on which it begins, where notes are delayed.
    var onFrame: Int64 = 0
    /// By how many frames its note-off comes later.
    var offDelay: Int64 = 0
  }

  struct Entry: BitwiseCopyable {
    var part: Part
    /// The next of its key, or of the free ones; −1: none.
    var next: Int32
    /// The place of the key that came in; −1: it is free.
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

  /// Over memory of `capacity` entries and `ChannelMessage.placeCount` empty chains.
  init(entries: UnsafeMutablePointer<Entry>, chains: UnsafeMutablePointer<Chain>, capacity: Int) {
    (self.entries, self.chains, self.capacity) = (entries, chains, capacity)
    for index in 0..<capacity {
      let part = Part(address: 0, isSounding: false, isLast: true)
      (entries + index).initialize(to: Entry(part: part, next: Int32(truncatingIfNeeded: index) &- 1, keyIndex: -1))
    }
    firstFree = Int32(truncatingIfNeeded: capacity) &- 1
  }

  var isEmpty: Bool { count == 0 }

  /// How many more parts there is room for.
  var room: Int { capacity &- count }

  /// Whether a key is held.
  func isHeld(_ keyIndex: Int) -> Bool { chains[keyIndex].first >= 0 }

  /// Remembers a part of a note; there must be room.
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

  /// Takes out the first part of a key; nil if it is not held.
  mutating func takeFirst(at keyIndex: Int) -> Part? {
    let index = chains[keyIndex].first
    guard index >= 0 else { return nil }
    let entry = entries[Int(index)]
    chains[keyIndex].first = entry.next
    if entry.next < 0 { chains[keyIndex].last = -1 }
    entries[Int(index)].next = firstFree
    entries[Int(index)].keyIndex = -1
    firstFree = index
    count &-= 1
    return entry.part
  }

  /// The index of the first part of a key; −1 if it is not held.
  func firstIndex(at keyIndex: Int) -> Int32 { chains[keyIndex].first }
  /// The index of the part after another one of the same key; −1 for none.
  func index(after index: Int32) -> Int32 { entries[Int(index)].next }
  /// A part by its index.
  func part(_ index: Int32) -> Part { entries[Int(index)].part }

  /// The lowest place at or after another one that is held; nil for none.
  func nextHeld(from keyIndex: Int, before end: Int) -> Int? {
    guard count > 0 else { return nil }
    var keyIndex = keyIndex
    while keyIndex < end {
      if chains[keyIndex].first >= 0 { return keyIndex }
      keyIndex &+= 1
    }
    return nil
  }

  /// Forgets all.
  mutating func reset() {
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
  /// Whether a note-off is that of a note that is held here: notes of its key that have passed have come before.
  func isHeld(_ keyIndex: Int, besides output: EventWriter) -> Bool { isHeld(keyIndex) && !output.hasPassed(keyIndex) }

  /// A note-off has come: ends what its note-on began. One whose note-on is not held passes.
  mutating func release(_ noteOff: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let keyIndex = noteOff.keyIndex
    guard isHeld(keyIndex, besides: output) else { return output.pass(noteOff, at: offset) }
    while let part = takeFirst(at: keyIndex) {
      if part.isSounding { output.write(noteOff.moved(to: part.address), at: offset) }
      if part.isLast { break }
    }
  }

  /// A message for a key goes to all that sounds for it; unchanged if the key is not held.
  func pass(_ message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    var index = firstIndex(at: message.keyIndex)
    if index < 0 { output.write(message, at: offset) }
    while index >= 0 {
      let part = part(index)
      if part.isSounding { output.write(message.moved(to: part.address), at: offset) }
      index = self.index(after: index)
    }
  }

  /// Ends all that sounds for a channel's keys.
  mutating func releaseChannel(of message: ChannelMessage, at offset: Int32, _ output: inout EventWriter) {
    let first = message.keyIndex & ~127
    release(first, first &+ 128, at: offset, &output)
    output.forgetRefused(channelOf: message)
  }

  /// Ends all that sounds.
  mutating func releaseAll(at offset: Int32, _ output: inout EventWriter) {
    release(0, ChannelMessage.keyIndexCount, at: offset, &output)
  }

  private mutating func release(_ start: Int, _ end: Int, at offset: Int32, _ output: inout EventWriter) {
    let noteOff = ChannelMessage(status: 0x80, 0, 64)
    var keyIndex = start
    while let held = nextHeld(from: keyIndex, before: end) {
      while let part = takeFirst(at: held) {
        if part.isSounding { output.write(noteOff.moved(to: part.address), at: offset) }
      }
      keyIndex = held
    }
  }
}
