import TactusMIDI

/// A channel message with its absolute frame: sixteen bytes.
///
/// - Thread: any
public struct TimelineEvent: Hashable, Sendable {
  /// Frames from the start of the sequence.
  public var frame: Int64
  /// The message.
  public var message: ChannelMessage

  /// Creates an event.
  @inlinable public init(frame: Int64, message: ChannelMessage) { (self.frame, self.message) = (frame, message) }
}
