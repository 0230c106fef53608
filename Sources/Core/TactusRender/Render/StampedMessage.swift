import TactusMIDI

/// A message with the host time at which it is due.
///
/// - Thread: any
public struct StampedMessage: Hashable, Sendable, BitwiseCopyable {
  /// The time in ticks of the machine's clock; 0 means now.
  public var hostTime: UInt64
  /// The message.
  public var message: ChannelMessage

  /// Creates a message at a host time.
  public init(hostTime: UInt64, message: ChannelMessage) { (self.hostTime, self.message) = (hostTime, message) }
}
