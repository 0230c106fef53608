import TactusMIDI
import TactusRender

/// How many notes of each key an effect has passed on unchanged, and how many it has left out for lack of room, until
/// their note-offs come.
///
/// The note-off of a note that has passed always finds room. The note-off of a note that was left out is left out too. A
/// note-off without a note-on passes if there is room. Where notes of one key have passed and others were left out, the
/// note-offs that come first end those that sound.
package struct PassedNotes: @unchecked Sendable {  // pointers only, used by the audio thread
  struct Key: BitwiseCopyable {
    /// How many notes of the key have passed and sound.
    var sounding: UInt16 = 0
    /// How many have been left out.
    var refused: UInt16 = 0
  }

  /// How many notes of one key are counted: more are taken to have no note-offs, as those of some drum machines.
  private static var mostOfOneKey: UInt16 { 16 }

  private let keys: UnsafeMutablePointer<Key>
  private let capacity: Int
  /// How many of the notes that have passed sound.
  private(set) var sounding = 0
  /// How many notes have been left out whose note-offs are still to come.
  private(set) var refused = 0

  /// Over memory of `ChannelMessage.placeCount` empty keys.
  ///
  /// - Parameter capacity: how many notes can have passed at a time.
  init(keys: UnsafeMutablePointer<Key>, capacity: Int) { (self.keys, self.capacity) = (keys, capacity) }

  /// Whether a note of a key has passed and sounds.
  func isSounding(_ keyIndex: Int) -> Bool { keys[keyIndex].sounding > 0 }

  /// Whether a note of a key may pass.
  func hasRoom(_ keyIndex: Int) -> Bool { sounding < capacity || keys[keyIndex].sounding >= Self.mostOfOneKey }

  /// A note has passed.
  mutating func start(_ keyIndex: Int) {
    guard keys[keyIndex].sounding < Self.mostOfOneKey else { return }
    keys[keyIndex].sounding &+= 1
    sounding &+= 1
  }

  /// A note has been left out.
  mutating func refuse(_ keyIndex: Int) {
    guard keys[keyIndex].refused < .max else { return }
    keys[keyIndex].refused &+= 1
    refused &+= 1
  }

  /// Whether a note-off is that of a note that has passed; it is then forgotten.
  mutating func end(_ keyIndex: Int) -> Bool {
    guard keys[keyIndex].sounding > 0 else { return false }
    keys[keyIndex].sounding &-= 1
    sounding &-= 1
    return true
  }

  /// Whether a note-off is that of a note that was left out; it is then forgotten.
  mutating func endRefused(_ keyIndex: Int) -> Bool {
    guard keys[keyIndex].refused > 0 else { return false }
    keys[keyIndex].refused &-= 1
    refused &-= 1
    return true
  }

  /// Whether all events of a cycle can pass as they are.
  func hasRoom(for events: EventList) -> Bool {
    guard refused == 0 else { return false }
    guard sounding &+ events.count > capacity else { return true }
    var more = 0
    for event in events where event.message.startsNote { more &+= 1 }
    return sounding &+ more <= capacity
  }

  /// All events of a cycle have passed.
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

  /// All notes of a message's channel have been ended.
  mutating func forget(channelOf message: ChannelMessage) {
    let first = message.keyIndex & ~127
    forget(first, before: first &+ 128)
  }

  /// Forgets the notes of a message's channel that were left out.
  mutating func forgetRefused(channelOf message: ChannelMessage) {
    guard refused > 0 else { return }
    let first = message.keyIndex & ~127
    for keyIndex in first..<first &+ 128 {
      refused &-= Int(keys[keyIndex].refused)
      keys[keyIndex].refused = 0
    }
  }

  /// Forgets all.
  mutating func reset() { forget(0, before: ChannelMessage.keyIndexCount) }

  private mutating func forget(_ first: Int, before end: Int) {
    guard sounding > 0 || refused > 0 else { return }
    for keyIndex in first..<end {
      sounding &-= Int(keys[keyIndex].sounding)
      refused &-= Int(keys[keyIndex].refused)
      keys[keyIndex] = Key()
    }
  }
}
