import TactusMIDI
import TactusRender

/// Writes the events of one cycle, ascending by offset, merged with the input.
///
/// It reserves room for the remaining input, and its callers leave room for the note-offs of all sounding notes. A
/// note-off therefore always fits.
struct EventOutput {
  private var buffer: UnsafeMutableBufferPointer<TimedEvent>
  private var input: EventList
  private var nextInput = 0
  private(set) var count = 0
  /// The offset of the last event written.
  private(set) var offset: Int32 = 0
  private let lastOffset: Int32

  /// Creates an output for a cycle of `frames` (at least 1).
  init(_ buffer: UnsafeMutableBufferPointer<TimedEvent>, input: EventList, frames: Int) {
    (self.buffer, self.input) = (buffer, input)
    lastOffset = Int32(truncatingIfNeeded: max(0, min(frames, 1 << 30) &- 1))
  }

  /// The number of input events that have not been written.
  var inputLeft: Int { input.count &- nextInput }

  /// The number of events that fit in addition to the remaining input.
  var room: Int { buffer.count &- count &- inputLeft }

  /// Writes an event. Its offset is clamped to the cycle and to the offset of the last event; earlier input is written
  /// first. Returns false if the buffer is full.
  mutating func write(_ message: ChannelMessage, at wanted: Int64) -> Bool {
    let within = Int32(truncatingIfNeeded: wanted <= 0 ? 0 : wanted < Int64(lastOffset) ? wanted : Int64(lastOffset))
    passInput(until: within)
    guard count < buffer.count else { return false }
    if within > offset { offset = within }
    buffer[count] = TimedEvent(offset: offset, message: message)
    count &+= 1
    return true
  }

  /// Writes the input with offsets up to `last`.
  mutating func passInput(until last: Int32 = .max) {
    while nextInput < input.count, count < buffer.count {
      let event = input[nextInput]
      if event.offset > last { break }
      let within = event.offset < 0 ? 0 : event.offset > lastOffset ? lastOffset : event.offset
      if within > offset { offset = within }
      buffer[count] = TimedEvent(offset: offset, message: event.message)
      count &+= 1
      nextInput &+= 1
    }
  }
}
