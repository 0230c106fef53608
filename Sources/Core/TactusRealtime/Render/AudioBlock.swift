/// The planar audio buffers of one render call: one borrowed pointer per channel, to `frameCount` samples each.
///
/// The block does not own the memory; the caller of `render` keeps it valid during the call.
/// - Thread: audio
public struct AudioBlock {
  /// One pointer per channel.
  public let channels: UnsafePointer<UnsafeMutablePointer<Float>>
  /// The number of channels.
  public let channelCount: Int
  /// The number of frames in each channel.
  public let frameCount: Int

  /// Creates a block over `channelCount` channels of `frameCount` frames.
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
