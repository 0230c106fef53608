/// The planar channels of one render call: borrowed pointers, one per channel, `frameCount` samples each.
///
/// Nobody owns memory here; the caller of `render` keeps the channels alive for the call.
/// - Thread: audio
public struct AudioBlock {
  /// One pointer per channel.
  public let channels: UnsafePointer<UnsafeMutablePointer<Float>>
  /// How many channels there are.
  public let channelCount: Int
  /// How many frames each channel holds.
  public let frameCount: Int

  /// A block over `channelCount` channels of `frameCount` frames.
  @inlinable public init(
    channels: UnsafePointer<UnsafeMutablePointer<Float>>, channelCount: Int, frameCount: Int
  ) {
    self.channels = channels
    self.channelCount = channelCount
    self.frameCount = frameCount
  }

  /// The samples of one channel.
  @inlinable public subscript(channel: Int) -> UnsafeMutablePointer<Float> { channels[channel] }
}
