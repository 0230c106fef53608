/// The parameters of one `render` call: the frames to render, and the state of the host's transport.
///
/// - Thread: audio
public struct RenderCycle: Sendable, BitwiseCopyable {
  /// The absolute frame of the first frame of this cycle, counted from the start of the stream.
  public var firstFrame: Int64
  /// The number of frames to render, from 1 to the maximum passed to `prepare`.
  public var frameCount: Int
  /// The host's transport at the first frame.
  public var context: MusicalContext

  /// Creates a cycle of `frameCount` frames that starts at `firstFrame`.
  @inlinable public init(firstFrame: Int64, frameCount: Int, context: MusicalContext = MusicalContext()) {
    self.firstFrame = firstFrame
    self.frameCount = frameCount
    self.context = context
  }
}
