import TactusMIDI

/// A channel message at its frame of a render cycle.
///
/// - Thread: any
public struct TimedEvent: Hashable, Sendable, BitwiseCopyable {
  /// The offset in frames from the start of the cycle, 0 ..< frameCount.
  public var offset: Int32
  /// The message.
  public var message: ChannelMessage

  /// Creates an event `offset` frames into the cycle.
  @inlinable public init(offset: Int32, message: ChannelMessage) {
    self.offset = offset
    self.message = message
  }
}

/// A borrowed view of the events of one cycle, ascending by offset.
///
/// - Thread: audio
public typealias EventList = UnsafeBufferPointer<TimedEvent>
