/// What a picture is to show, and how large.
///
/// - Thread: any
public struct PictureSettings: Hashable, Sendable {
  /// Pixels; nil for what suits the content.
  public var size: Size?
  /// The headline; nil for the name of what is shown.
  public var title: String?
  /// The seconds of a song or a recording to show, from its start; nil for all. Clamped to its length.
  public var seconds: ClosedRange<Double>?
  /// Which channels of a song (port · 16 + channel, from 0) or of a recording (from 0) to show; nil for all.
  public var channels: Set<Int>?

  /// Everything, in a size that suits it.
  public init() {}

  /// Pixels from left to right and from top to bottom.
  public struct Size: Hashable, Sendable {
    /// 320…16,384.
    public var width: Int
    /// 200…16,384.
    public var height: Int

    /// A size; nil where it is outside its limits: 320…16,384 by 200…16,384 pixels, and no more than 2²⁴ together.
    public init?(width: Int, height: Int) {
      guard (320...16_384).contains(width), (200...16_384).contains(height), width * height <= 1 << 24 else {
        return nil
      }
      self.width = width
      self.height = height
    }
  }

  /// The width and height to draw with, where the content wants this height.
  package func size(naturalHeight: Double) -> (width: Int, height: Int) {
    size.map { ($0.width, $0.height) } ?? (1200, Int(min(max(naturalHeight, 320), 4096)))
  }
}
