import TactusMIDI

/// A channel message at its absolute frame: sixteen bytes.
///
/// - Thread: any
public struct TimelineEvent: Hashable, Sendable {
  /// Frames from the start of the sequence.
  public var frame: Int64
  /// What happens.
  public var message: ChannelMessage

  /// An event at a frame.
  @inlinable public init(frame: Int64, message: ChannelMessage) { (self.frame, self.message) = (frame, message) }
}
