import TactusMIDI

/// What a host has been given of a plug-in's notes: no note hangs because an output was full, or the plug-in was reset.
///
/// A note-off that finds no room is owed, and comes first in the next cycle. The note-off of a note-on that has found
/// none is left out, so that it does not end another note of its key.
///
/// - Thread: audio
package struct DeliveredNotes {
  /// A key of a channel.
  package struct Key: BitwiseCopyable, Sendable {
    /// How many of its notes the host has begun and not ended.
    var begun: UInt16 = 0
    /// How many note-offs the host is owed; below 0, how many are to be left out.
    var owed: Int16 = 0

    /// None of its notes.
    package init() {}
  }

  private let keys: UnsafeMutablePointer<Key>
  /// How many keys are owed something.
  private var owing = 0

  /// How many keys there are: 16 channels of 128.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func count() -> Int { 16 &* 128 }

  /// Nothing has been given, over memory for ``count()`` keys, initialised.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ keys: UnsafeMutablePointer<Key>) { self.keys = keys }

  /// Writes what the host is owed; for the beginning of a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func settle(_ writer: inout AtomWriter) {
    guard owing > 0 else { return }
    for place in 0..<Self.count() where keys[place].owed > 0 {
      let status = 0x80 | UInt8(truncatingIfNeeded: place &>> 7)
      let noteOff = ChannelMessage(status: status, UInt8(truncatingIfNeeded: place & 127), 64)
      while keys[place].owed > 0 {
        guard writer.write(noteOff, at: 0) else { return }
        keys[place].owed &-= 1
        if keys[place].begun > 0 { keys[place].begun &-= 1 }
      }
      owing &-= 1
    }
  }

  /// Writes a message, and remembers what has become of it.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func write(_ message: ChannelMessage, at offset: Int32, _ writer: inout AtomWriter) {
    let place = Int(message.channel) &<< 7 | Int(message.data1)
    if message.startsNote {
      if writer.write(message, at: offset) {
        if keys[place].begun < .max { keys[place].begun &+= 1 }
      } else if keys[place].owed > .min {
        owe(place, keys[place].owed &- 1)
      }
    } else if message.endsNote {
      if keys[place].owed < 0 {
        keys[place].owed &+= 1
      } else if !writer.write(message, at: offset) {
        if Int(keys[place].begun) > Int(keys[place].owed) { owe(place, keys[place].owed &+ 1) }
      } else if keys[place].begun > 0 {
        keys[place].begun &-= 1
      }
    } else {
      writer.write(message, at: offset)
    }
  }

  /// The plug-in has forgotten its notes: the host is owed the ends of all that it has begun.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func release() {
    for place in 0..<Self.count() {
      owe(place, Int16(truncatingIfNeeded: min(keys[place].begun, UInt16(Int16.max))))
    }
  }

  private mutating func owe(_ place: Int, _ count: Int16) {
    if keys[place].owed > 0 { owing &-= 1 }
    if count > 0 { owing &+= 1 }
    keys[place].owed = count
  }
}
