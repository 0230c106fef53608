import TactusMIDI
import TactusRender

/// The output events of an effect in one cycle, ascending by offset.
///
/// Room is reserved for note-offs: one for each note that can be sounding before the cycle, and one for each note-on in
/// the cycle. All other events share the rest, including note-offs that end nothing. If a note-on is dropped for lack
/// of room, its note-off is dropped too (``PassedNotes``). If "all notes off" or a similar message is dropped, the writer
/// sends note-offs for the notes that have passed. If a packet of a system-exclusive message is dropped, the rest of the
/// message is dropped too (``ExclusiveGate``).
package struct EventWriter {
  private let buffer: UnsafeMutablePointer<TimedEvent>
  private let capacity: Int
  /// The part of the capacity that is not reserved for the note-offs of notes sounding before the cycle.
  private let usable: Int
  package private(set) var count = 0
  /// The part of ``usable`` that is in use: two events for each note-on, none for a note-off that ends a note, and one
  /// for every other event.
  private var used = 0
  /// The number of dropped events.
  package private(set) var dropped = 0
  /// The offset of the last event written.
  private(set) var offset: Int32 = 0
  private let lastOffset: Int32
  private let memory: UnsafeMutablePointer<EventWriterState>

  /// Creates a writer over a buffer.
  ///
  /// - Parameters:
  ///   - capacity: the number of events that the buffer holds.
  ///   - sounding: the maximum number of the effect's notes that can be sounding before the cycle.
  ///   - memory: the state that is kept from cycle to cycle; it must outlive the writer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(
    _ buffer: UnsafeMutablePointer<TimedEvent>, capacity: Int, sounding: Int, frames: Int,
    memory: UnsafeMutablePointer<EventWriterState>
  ) {
    (self.buffer, self.capacity, self.memory) = (buffer, capacity, memory)
    usable = max(0, capacity &- sounding &- memory.pointee.notes.sounding)
    lastOffset = Int32(truncatingIfNeeded: max(0, min(frames, 1 << 30) &- 1))
  }

  /// Whether there is room for `more` further note-ons, each with its note-off.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func hasRoom(for more: Int = 1) -> Bool { used &+ 2 &* more <= usable }

  /// Counts a dropped event.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func drop() { dropped &+= 1 }

  /// Drops an incoming note-on for lack of room, and later its note-off: see ``pass(_:at:)``.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func refuse(_ noteOn: ChannelMessage) {
    dropped &+= 1
    memory.pointee.notes.refuse(noteOn.keyIndex)
  }

  /// The events written so far.
  package var events: EventList { EventList(start: buffer, count: count) }

  /// Writes an event that the effect has created; returns false if there is no room. An offset before that of the
  /// previous event, or outside the cycle, is moved to the nearest valid offset.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult package mutating func write(_ message: ChannelMessage, at wanted: Int32) -> Bool {
    message.endsNote ? append(message, 0, at: wanted) : append(message, message.startsNote ? 2 : 1, at: wanted)
  }

  // MARK: Unchanged events

  /// Passes an incoming event unchanged.
  ///
  /// A note-off ends a note that has passed before, if one is sounding on its key. Otherwise, if a note of the key was
  /// dropped or ended, the note-off is dropped. Any other note-off passes, but does not use the room reserved for
  /// note-offs.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func pass(_ message: ChannelMessage, at wanted: Int32) {
    if message.startsNote {
      pass(noteOn: message, at: wanted)
    } else if message.endsNote {
      pass(noteOff: message, at: wanted)
    } else {
      append(message, 1, at: wanted)
    }
  }

  private mutating func pass(noteOn: ChannelMessage, at wanted: Int32) {
    let keyIndex = noteOn.keyIndex
    guard hasRoom(), count < capacity, memory.pointee.notes.hasRoom(keyIndex) else { return refuse(noteOn) }
    append(noteOn, 2, at: wanted)
    memory.pointee.notes.start(keyIndex)
  }

  private mutating func pass(noteOff: ChannelMessage, at wanted: Int32) {
    let keyIndex = noteOff.keyIndex
    if memory.pointee.notes.end(keyIndex) {
      append(noteOff, 0, at: wanted)
    } else if !memory.pointee.notes.takeNoteOff(keyIndex) {
      append(noteOff, 1, at: wanted)
    }
  }

  /// Whether any notes have passed unchanged and are sounding.
  var hasPassedNotes: Bool { memory.pointee.notes.sounding > 0 }

  /// Whether a note of a key has passed unchanged and is sounding.
  func hasPassed(_ keyIndex: Int) -> Bool { memory.pointee.notes.isSounding(keyIndex) }

  /// Drops the next `count` note-offs of a key, because a message has already ended their notes. If other notes sound on
  /// the key, note-offs end those first; they pass and do not count.
  mutating func dropNoteOffs(of keyIndex: Int, _ count: UInt16 = 1) {
    memory.pointee.notes.endBeforeNoteOffs(keyIndex, count)
  }

  /// Stops waiting for the note-offs of a channel's dropped notes. Call this when a message ends all notes of the
  /// channel, because these note-offs may then never come. If they come, they are dropped.
  mutating func forgetRefused(channelOf message: ChannelMessage) {
    memory.pointee.notes.forgetRefused(channelOf: message)
  }

  /// Writes an event if its cost fits into the part of the buffer that is not reserved.
  @discardableResult private mutating func append(_ message: ChannelMessage, _ cost: Int, at wanted: Int32) -> Bool {
    guard count < capacity, used &+ cost <= usable || cost == 0, memory.pointee.exclusive.admits(message) else {
      memory.pointee.exclusive.lose(message)
      dropped &+= 1
      if message.endsAllNotes {
        memory.pointee.notes.forgetRefused(channelOf: message)
        endPassed(channelOf: message, at: wanted)
      }
      return false
    }
    if wanted > offset { offset = wanted < lastOffset ? wanted : lastOffset }
    (buffer + count).initialize(to: TimedEvent(offset: offset, message: message))
    count &+= 1
    used &+= cost
    if message.endsAllNotes { memory.pointee.notes.forget(channelOf: message) }
    return true
  }

  /// Ends the notes of a message's channel that have passed, for a message that ends all notes but was dropped or moved
  /// to another channel. If the message has passed on its channel, there are no such notes.
  mutating func endPassed(channelOf message: ChannelMessage, at wanted: Int32) {
    guard memory.pointee.notes.sounding > 0 else { return }
    let (first, noteOff) = (message.firstKeyIndex, ChannelMessage(status: 0x80 | message.channel, 0, 64))
    for key in 0..<128 {
      while memory.pointee.notes.end(first &+ key) {
        append(noteOff.with(port: message.port).with(key: UInt8(truncatingIfNeeded: key)), 0, at: wanted)
        dropNoteOffs(of: first &+ key)
      }
    }
  }
}
