import TactusMIDI

/// An event that a plug-in sends.
///
/// - Thread: audio
public struct PluginOutput {
  /// Frames from the start of the cycle.
  public let offset: Int32
  /// The message; of a system-exclusive message its first packet.
  public let message: ChannelMessage
  /// Its bytes as in a stream of MIDI 1.0, a system-exclusive message whole. Valid until the next call.
  public let bytes: UnsafePointer<UInt8>
  /// How many bytes.
  public let count: Int
}

/// A parameter that a plug-in has moved by itself.
///
/// - Thread: audio
public struct MovedParameter: Hashable, Sendable, BitwiseCopyable {
  /// Its place in ``PluginDescriptor/parameters``.
  public let index: Int
  /// What it is now.
  public let value: Double
  /// Frames from the start of the cycle.
  public let offset: Int32
}
