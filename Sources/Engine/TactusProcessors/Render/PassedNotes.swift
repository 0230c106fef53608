import TactusMIDI
import TactusRender

/// How many notes of each key a function has passed on unchanged, and how many it has left out for lack of room, until
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
  func isSounding(_ place: Int) -> Bool { keys[place].sounding > 0 }

  /// Whether a note of a key may pass.
  func hasRoom(_ place: Int) -> Bool { sounding < capacity || keys[place].sounding >= Self.mostOfOneKey }

  /// A note has passed.
  mutating func start(_ place: Int) {
    guard keys[place].sounding < Self.mostOfOneKey else { return }
    keys[place].sounding &+= 1
    sounding &+= 1
  }

  /// A note has been left out.
  mutating func refuse(_ place: Int) {
    guard keys[place].refused < .max else { return }
    keys[place].refused &+= 1
    refused &+= 1
  }

  /// Whether a note-off is that of a note that has passed; it is then forgotten.
  mutating func end(_ place: Int) -> Bool {
    guard keys[place].sounding > 0 else { return false }
    keys[place].sounding &-= 1
    sounding &-= 1
    return true
  }

  /// Whether a note-off is that of a note that was left out; it is then forgotten.
  mutating func endRefused(_ place: Int) -> Bool {
    guard keys[place].refused > 0 else { return false }
    keys[place].refused &-= 1
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
        start(message.place)
      } else if message.endsNote {
        _ = end(message.place)
      } else if message.endsAllNotes {
        forget(channelOf: message)
      }
    }
  }

  /// All notes of a message's channel have been ended.
  mutating func forget(channelOf message: ChannelMessage) {
    let first = message.place & ~127
    forget(first, before: first &+ 128)
  }

  /// Forgets the notes of a message's channel that were left out.
  mutating func forgetRefused(channelOf message: ChannelMessage) {
    guard refused > 0 else { return }
    let first = message.place & ~127
    for place in first..<first &+ 128 {
      refused &-= Int(keys[place].refused)
      keys[place].refused = 0
    }
  }

  /// Forgets all.
  mutating func reset() { forget(0, before: ChannelMessage.placeCount) }

  private mutating func forget(_ first: Int, before end: Int) {
    guard sounding > 0 || refused > 0 else { return }
    for place in first..<end {
      sounding &-= Int(keys[place].sounding)
      refused &-= Int(keys[place].refused)
      keys[place] = Key()
    }
  }
}
