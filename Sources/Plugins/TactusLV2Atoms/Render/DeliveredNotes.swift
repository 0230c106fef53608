import TactusMIDI

/// Tracks the notes that a host has received, so that no note hangs after an output was full or the plug-in was reset.
///
/// A note-off that does not fit is sent first in the next cycle. If a note-on did not fit, its note-off is dropped, so
/// that it does not end another note on the same key.
///
/// - Thread: audio
package struct DeliveredNotes {
  /// A key of a channel.
  package struct Key: BitwiseCopyable, Sendable {
    /// The number of notes that have started at the host and not ended.
    var begun: UInt16 = 0
    /// The number of note-offs still due to the host; if negative, the number of note-offs to drop.
    var owed: Int16 = 0

    /// Creates a key without notes.
    package init() {}
  }

  private let keys: UnsafeMutablePointer<Key>
  /// The number of keys with note-offs due.
  private var owing = 0

  /// Returns the number of keys: 16 channels of 128.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package static func count() -> Int { 16 &* 128 }

  /// Creates a tracker without notes over initialized memory for ``count()`` keys.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ keys: UnsafeMutablePointer<Key>) { self.keys = keys }

  /// Writes the note-offs that are due; called at the start of a cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func settle(_ writer: inout AtomWriter) {
    guard owing > 0 else { return }
    for keyIndex in 0..<Self.count() where keys[keyIndex].owed > 0 {
      let status = 0x80 | UInt8(truncatingIfNeeded: keyIndex &>> 7)
      let noteOff = ChannelMessage(status: status, UInt8(truncatingIfNeeded: keyIndex & 127), 64)
      while keys[keyIndex].owed > 0 {
        guard writer.write(noteOff, at: 0) else { return }
        keys[keyIndex].owed &-= 1
        if keys[keyIndex].begun > 0 { keys[keyIndex].begun &-= 1 }
      }
      owing &-= 1
    }
  }

  /// Writes a message and records whether it fit.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func write(_ message: ChannelMessage, at offset: Int32, _ writer: inout AtomWriter) {
    let keyIndex = Int(message.channel) &<< 7 | Int(message.data1)
    if message.startsNote {
      if writer.write(message, at: offset) {
        if keys[keyIndex].begun < .max { keys[keyIndex].begun &+= 1 }
      } else if keys[keyIndex].owed > .min {
        owe(keyIndex, keys[keyIndex].owed &- 1)
      }
    } else if message.endsNote {
      if keys[keyIndex].owed < 0 {
        keys[keyIndex].owed &+= 1
      } else if !writer.write(message, at: offset) {
        if Int(keys[keyIndex].begun) > Int(keys[keyIndex].owed) { owe(keyIndex, keys[keyIndex].owed &+ 1) }
      } else if keys[keyIndex].begun > 0 {
        keys[keyIndex].begun &-= 1
      }
    } else {
      writer.write(message, at: offset)
    }
  }

  /// Called after the plug-in has discarded its notes: note-offs for all started notes are now due to the host.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func release() {
    for keyIndex in 0..<Self.count() {
      owe(keyIndex, Int16(truncatingIfNeeded: min(keys[keyIndex].begun, UInt16(Int16.max))))
    }
  }

  private mutating func owe(_ keyIndex: Int, _ count: Int16) {
    if keys[keyIndex].owed > 0 { owing &-= 1 }
    if count > 0 { owing &+= 1 }
    keys[keyIndex].owed = count
  }
}
