/// One call of the render contract: which frames are wanted, and what the host says of its transport there.
///
/// - Thread: audio
public struct RenderCycle: Sendable, BitwiseCopyable {
  /// The absolute frame of the first frame of this cycle, counted from the start of the stream.
  public var firstFrame: Int64
  /// How many frames are wanted; may be any number from 1 up to what `prepare` was told.
  public var frameCount: Int
  /// The host's transport at the first frame.
  public var context: MusicalContext

  /// A cycle of `frameCount` frames from `firstFrame`.
  @inlinable public init(firstFrame: Int64, frameCount: Int, context: MusicalContext = MusicalContext()) {
    self.firstFrame = firstFrame
    self.frameCount = frameCount
    self.context = context
  }
}
