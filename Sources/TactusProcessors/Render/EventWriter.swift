import TactusMIDI
import TactusRender

/// The events of one cycle as a function writes them, ascending by offset.
///
/// Room is kept for note-offs: one for each note that can sound before the cycle, and one for each note-on in it. All
/// else gets what is left, note-offs included that end nothing. Of a system-exclusive message that has lost a packet
/// nothing more is written (``ExclusiveGate``).
package struct EventWriter {
  private let buffer: UnsafeMutablePointer<TimedEvent>
  private let capacity: Int
  /// How much of the buffer is not kept for the notes that can sound before the cycle.
  private let usable: Int
  package private(set) var count = 0
  /// How much of that has been taken: two for a note-on, one for everything else, none for note-offs.
  private var used = 0
  /// How many events found no room.
  package private(set) var dropped = 0
  /// The offset of the last event written.
  private(set) var offset: Int32 = 0
  private let lastOffset: Int32
  private let gate: UnsafeMutablePointer<ExclusiveGate>

  /// A writer over a buffer.
  ///
  /// - Parameters:
  ///   - capacity: how many events the buffer holds.
  ///   - sounding: how many notes can sound at the most before the cycle.
  ///   - gate: what is remembered from cycle to cycle; must outlive the writer.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(
    _ buffer: UnsafeMutablePointer<TimedEvent>, capacity: Int, sounding: Int, frames: Int,
    gate: UnsafeMutablePointer<ExclusiveGate>
  ) {
    (self.buffer, self.capacity, self.gate) = (buffer, capacity, gate)
    usable = max(0, capacity &- sounding)
    lastOffset = Int32(truncatingIfNeeded: max(0, min(frames, 1 << 30) &- 1))
  }

  /// Whether so many note-ons still fit, each with its note-off.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func hasRoom(for more: Int = 1) -> Bool { used &+ 2 &* more <= usable }

  /// Counts an event that is left out.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func drop() { dropped &+= 1 }

  /// What has been written.
  package var events: EventList { EventList(start: buffer, count: count) }

  /// Writes an event, not before the last one and not outside the cycle. False if it finds no room.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  @discardableResult package mutating func write(_ message: ChannelMessage, at wanted: Int32) -> Bool {
    message.endsNote ? append(message, 0, at: wanted) : append(message, message.startsNote ? 2 : 1, at: wanted)
  }

  /// Writes a note-off that may end nothing: it does not get the room that is kept for the others.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package mutating func pass(unmatched noteOff: ChannelMessage, at wanted: Int32) { append(noteOff, 1, at: wanted) }

  /// Writes an event that takes so much of what is not kept.
  @discardableResult private mutating func append(_ message: ChannelMessage, _ cost: Int, at wanted: Int32) -> Bool {
    guard count < capacity, used &+ cost <= usable || cost == 0, gate.pointee.admits(message) else {
      gate.pointee.lose(message)
      dropped &+= 1
      return false
    }
    if wanted > offset { offset = wanted < lastOffset ? wanted : lastOffset }
    (buffer + count).initialize(to: TimedEvent(offset: offset, message: message))
    count &+= 1
    used &+= cost
    return true
  }
}
