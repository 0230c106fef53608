import TactusMIDI
import TactusRender

/// Counts, for each key, the notes that an effect has passed unchanged, those that it has dropped for lack of room, and
/// those that it has ended itself, until their note-offs come.
///
/// There is always room for the note-off of a passed note. The note-off of a dropped or ended note is dropped too. A
/// note-off without a note-on passes if there is room. If some notes of a key have passed and others were dropped, the
/// first note-offs end the sounding notes.
package struct PassedNotes: @unchecked Sendable {  // pointers only, used by the audio thread
  struct Key: BitwiseCopyable {
    /// The number of passed notes of the key that are sounding.
    var sounding: UInt8 = 0
    /// The number of ended notes: their note-offs are dropped if they come.
    var ended: UInt8 = 0
    /// The number of dropped notes.
    var refused: UInt16 = 0
  }

  /// The maximum number of notes of one key that are counted. Any further notes are assumed to have no note-offs, as
  /// with some drum machines.
  private static var mostOfOneKey: UInt8 { 16 }

  private let keys: UnsafeMutablePointer<Key>
  private let capacity: Int
  /// The number of passed notes that are sounding.
  private(set) var sounding = 0
  /// The number of dropped notes whose note-offs are still to come.
  private(set) var refused = 0
  /// The number of notes that were ended by a message for all notes of their channel, or dropped before it. Many senders
  /// send no note-offs for these notes.
  private var ended = 0

  /// Creates the counts in memory of `ChannelMessage.keyIndexCount` empty keys.
  ///
  /// - Parameter capacity: the number of passed notes that can sound at a time.
  init(keys: UnsafeMutablePointer<Key>, capacity: Int) { (self.keys, self.capacity) = (keys, capacity) }

  /// Whether a note of a key has passed and is sounding.
  func isSounding(_ keyIndex: Int) -> Bool { keys[keyIndex].sounding > 0 }

  /// Whether a note of a key may pass.
  func hasRoom(_ keyIndex: Int) -> Bool { sounding < capacity || keys[keyIndex].sounding >= Self.mostOfOneKey }

  /// Counts a passed note.
  mutating func start(_ keyIndex: Int) {
    guard keys[keyIndex].sounding < Self.mostOfOneKey else { return }
    keys[keyIndex].sounding &+= 1
    sounding &+= 1
  }

  /// Counts a dropped note.
  mutating func refuse(_ keyIndex: Int) {
    guard keys[keyIndex].refused < .max else { return }
    keys[keyIndex].refused &+= 1
    refused &+= 1
  }

  /// Ends a passed note of a key; returns false if none is sounding.
  mutating func end(_ keyIndex: Int) -> Bool {
    guard keys[keyIndex].sounding > 0 else { return false }
    keys[keyIndex].sounding &-= 1
    sounding &-= 1
    return true
  }

  /// Counts notes of a key that the effect has ended although their note-offs have not come; at most 255 for each key.
  mutating func endBeforeNoteOffs(_ keyIndex: Int, _ count: UInt16) {
    let counted = UInt8(truncatingIfNeeded: min(count, UInt16(UInt8.max &- keys[keyIndex].ended)))
    keys[keyIndex].ended &+= counted
    ended &+= Int(counted)
  }

  /// Removes a dropped or ended note of a key; returns false if there is none.
  mutating func takeNoteOff(_ keyIndex: Int) -> Bool {
    if keys[keyIndex].refused > 0 {
      keys[keyIndex].refused &-= 1
      refused &-= 1
    } else if keys[keyIndex].ended > 0 {
      keys[keyIndex].ended &-= 1
      ended &-= 1
    } else {
      return false
    }
    return true
  }

  /// Whether all events of a cycle can pass unchanged.
  func hasRoom(for events: EventList) -> Bool {
    guard refused == 0, !dropsNoteOff(among: events) else { return false }
    guard sounding &+ events.count > capacity else { return true }
    var more = 0
    for event in events where event.message.startsNote { more &+= 1 }
    return sounding &+ more <= capacity
  }

  /// Whether a cycle has a note-off on the key of an ended note: it may have to be dropped.
  private func dropsNoteOff(among events: EventList) -> Bool {
    guard ended > 0 else { return false }
    for event in events where event.message.endsNote && keys[event.message.keyIndex].ended > 0 { return true }
    return false
  }

  /// Records that all events of a cycle have passed.
  mutating func pass(_ events: EventList) {
    for event in events {
      let message = event.message
      if message.startsNote {
        start(message.keyIndex)
      } else if message.endsNote {
        _ = end(message.keyIndex)
      } else if message.endsAllNotes {
        forget(channelOf: message)
      }
    }
  }

  /// Records that a message for all notes of its channel has passed. On the keys of notes that have passed, all later
  /// note-offs pass too, because a receiver may ignore the message.
  mutating func forget(channelOf message: ChannelMessage) {
    guard sounding > 0 || refused > 0 else { return }
    let first = message.firstKeyIndex
    for keyIndex in first..<first &+ 128 {
      let key = keys[keyIndex]
      guard key.sounding > 0 else {
        forgetRefused(keyIndex)
        continue
      }
      sounding &-= Int(key.sounding)
      ended &-= Int(key.ended)
      refused &-= Int(key.refused)
      keys[keyIndex] = Key()
    }
  }

  /// Counts the dropped notes of a message's channel as ended.
  mutating func forgetRefused(channelOf message: ChannelMessage) {
    guard refused > 0 else { return }
    let first = message.firstKeyIndex
    for keyIndex in first..<first &+ 128 { forgetRefused(keyIndex) }
  }

  private mutating func forgetRefused(_ keyIndex: Int) {
    endBeforeNoteOffs(keyIndex, keys[keyIndex].refused)
    refused &-= Int(keys[keyIndex].refused)
    keys[keyIndex].refused = 0
  }

  /// Clears everything.
  mutating func reset() {
    guard sounding > 0 || refused > 0 || ended > 0 else { return }
    for keyIndex in 0..<ChannelMessage.keyIndexCount { keys[keyIndex] = Key() }
    (sounding, refused, ended) = (0, 0, 0)
  }
}
