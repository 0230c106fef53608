import TactusMIDI

/// A message with the time of the machine's clock at which it is due.
///
/// - Thread: any
public struct StampedMessage: Hashable, Sendable, BitwiseCopyable {
  /// Ticks of the machine's clock; 0: now.
  public var hostTime: UInt64
  /// What happens.
  public var message: ChannelMessage

  /// A message at a host time.
  public init(hostTime: UInt64, message: ChannelMessage) { (self.hostTime, self.message) = (hostTime, message) }
}
