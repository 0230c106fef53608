import TactusMIDI
import TactusRender

/// The events of one cycle as they are written: ascending by offset, with what came in among them.
///
/// Room is kept for all that still has to be written: what came in, and the note-offs of all that sounds. So a note-off
/// never finds the buffer full.
struct EventOutput {
  private var buffer: UnsafeMutableBufferPointer<TimedEvent>
  private var input: EventList
  private var nextInput = 0
  private(set) var count = 0
  /// The offset of the last event written.
  private(set) var offset: Int32 = 0
  private let lastOffset: Int32

  /// An output for a cycle of `frames` (1 at least).
  init(_ buffer: UnsafeMutableBufferPointer<TimedEvent>, input: EventList, frames: Int) {
    (self.buffer, self.input) = (buffer, input)
    lastOffset = Int32(truncatingIfNeeded: max(0, min(frames, 1 << 30) &- 1))
  }

  /// How much of what came in has not been written.
  var inputLeft: Int { input.count &- nextInput }

  /// How many events still fit besides what has come in and not been written.
  var room: Int { buffer.count &- count &- inputLeft }

  /// Writes an event at an offset, which is moved into the cycle and not before what has been written; what came in by
  /// then goes before it. False if the buffer is full.
  mutating func write(_ message: ChannelMessage, at wanted: Int64) -> Bool {
    let within = Int32(truncatingIfNeeded: wanted <= 0 ? 0 : wanted < Int64(lastOffset) ? wanted : Int64(lastOffset))
    passInput(until: within)
    guard count < buffer.count else { return false }
    if within > offset { offset = within }
    buffer[count] = TimedEvent(offset: offset, message: message)
    count &+= 1
    return true
  }

  /// Writes what came in at offsets up to `last`.
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
