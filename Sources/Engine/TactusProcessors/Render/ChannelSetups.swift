import TactusMIDI

/// For each channel, the delayed messages that a note must not overtake.
///
/// With look-ahead, an effect delays all other messages by a constant time, and a note by more or less. A note still
/// follows every program change, bank select, parameter, channel mode and system-exclusive message that arrived before
/// it. It also follows all messages of its channel that arrived on the same frame.
struct ChannelSetups {
  struct Line: BitwiseCopyable {
    /// The frame on which the last setup message leaves.
    var setup = Int64.min
    /// The frame on which the last message arrived.
    var lastArrival = Int64.min
    /// The frame on which the last message leaves.
    var lastDue = Int64.min
  }

  private let lines: UnsafeMutablePointer<Line>

  /// Creates the record in memory of 256 empty lines.
  init(_ lines: UnsafeMutablePointer<Line>) { self.lines = lines }

  /// Returns the first frame on which a note of a channel that arrives on `frame` may start.
  func earliest(_ line: Int, _ frame: Int64) -> Int64 {
    let last = lines[line]
    return last.lastArrival == frame ? max(last.setup, last.lastDue) : last.setup
  }

  /// Records a message that arrives on `frame` and leaves on frame `due`.
  func record(_ message: ChannelMessage, _ frame: Int64, due: Int64) {
    guard message.isForChannel else {
      guard message.isSystemExclusive || message.isSystem && message.status == 0xFF else { return }
      let first = Int(message.port) &<< 4
      for line in first..<first &+ 16 { lines[line].setup = due }
      return
    }
    let line = lines + message.line
    (line.pointee.lastArrival, line.pointee.lastDue) = (frame, due)
    if Self.isSetup(message) { line.pointee.setup = due }
  }

  private static func isSetup(_ message: ChannelMessage) -> Bool {
    switch message.status & 0xF0 {
    case 0xB0:
      switch message.data1 {
      case 0, 6, 32, 38, 96...101, 120...127: true
      default: false
      }
    case 0xC0: true
    // registered and other parameters of MIDI 2.0
    case 0x20...0x50: message.isMIDI2
    default: false
    }
  }

  /// Clears the record.
  func reset() {
    for line in 0..<256 { lines[line] = Line() }
  }
}
