import TactusMIDI

/// An event that a plug-in sends.
///
/// - Thread: audio
public struct PluginOutput {
  /// Frames from the start of the cycle.
  public let offset: Int32
  /// The message; for a system-exclusive message, its first packet.
  public let message: ChannelMessage
  /// The message as MIDI 1.0 bytes; a system-exclusive message is complete. Valid until the next call.
  public let bytes: UnsafePointer<UInt8>
  /// The number of bytes.
  public let count: Int
}

/// A parameter that a plug-in has changed itself.
///
/// - Thread: audio
public struct MovedParameter: Hashable, Sendable, BitwiseCopyable {
  /// An index in ``PluginDescriptor/parameters``.
  public let index: Int
  /// The present value.
  public let value: Double
  /// Frames from the start of the cycle.
  public let offset: Int32
}
