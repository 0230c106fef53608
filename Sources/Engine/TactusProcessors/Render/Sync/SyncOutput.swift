import TactusMIDI
import TactusRender

/// The output messages of a sender in a cycle, ascending by offset.
struct SyncOutput {
  private let buffer: UnsafeMutableBufferPointer<TimedEvent>
  private let firstFrame: Int64
  private let lastOffset: Int64
  private(set) var count = 0
  private var offset: Int64 = 0

  init(_ buffer: UnsafeMutableBufferPointer<TimedEvent>, from firstFrame: Int64, frames: Int64) {
    (self.buffer, self.firstFrame) = (buffer, firstFrame)
    lastOffset = max(0, frames &- 1)
  }

  /// Whether a number of further messages fit.
  func hasRoom(_ messages: Int = 1) -> Bool { count &+ messages <= buffer.count }

  /// Writes a message on a frame, or as early as possible if it is late.
  mutating func write(_ message: ChannelMessage, at frame: Int64) {
    guard hasRoom(), let start = buffer.baseAddress else { return }
    let wanted = frame &- firstFrame
    if wanted > offset { offset = wanted < lastOffset ? wanted : lastOffset }
    (start + count).initialize(to: TimedEvent(offset: Int32(truncatingIfNeeded: offset), message: message))
    count &+= 1
  }
}
