import TactusMIDI
import TactusRender

/// The events of one cycle as a function writes them, ascending by offset.
///
/// Room is kept for note-offs: all else may use the buffer only as far as a note-off for each note that can sound still
/// fits behind it.
package struct EventWriter {
  private let buffer: UnsafeMutablePointer<TimedEvent>
  private let capacity: Int
  private let othersCapacity: Int
  package private(set) var count = 0
  /// How many note-offs are among them.
  private var offCount = 0
  /// How many events found no room.
  package private(set) var dropped = 0
  /// The offset of the last event written.
  private(set) var offset: Int32 = 0
  private let lastOffset: Int32

  /// A writer over a buffer.
  ///
  /// - Parameters:
  ///   - capacity: how many events the buffer holds.
  ///   - sounding: how many notes can sound at the most before the cycle.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package init(_ buffer: UnsafeMutablePointer<TimedEvent>, capacity: Int, sounding: Int, frames: Int) {
    (self.buffer, self.capacity) = (buffer, capacity)
    othersCapacity = max(0, capacity &- sounding) / 2
    lastOffset = Int32(truncatingIfNeeded: max(0, min(frames, 1 << 30) &- 1))
  }

  /// Whether so many events still fit that are no note-offs.
  #if REALTIME_PROOF
    @_noAllocation @_noLocks
  #endif
  package func hasRoom(for more: Int = 1) -> Bool { count &- offCount &+ more <= othersCapacity }

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
    let endsNote = message.endsNote
    guard endsNote ? count < capacity : hasRoom() else {
      dropped &+= 1
      return false
    }
    if wanted > offset { offset = wanted < lastOffset ? wanted : lastOffset }
    (buffer + count).initialize(to: TimedEvent(offset: offset, message: message))
    count &+= 1
    if endsNote { offCount &+= 1 }
    return true
  }
}
