/// The contents and the size of a picture.
///
/// - Thread: any
public struct PictureSettings: Hashable, Sendable {
  /// The size in pixels; nil for a size that suits the content.
  public var size: Size?
  /// The title; nil for the name of the content.
  public var title: String?
  /// The range of a song or a recording to show, in seconds from its start; nil for all. Clamped to its length.
  public var seconds: ClosedRange<Double>?
  /// The channels of a song (port · 16 + channel, from 0) or of a recording (from 0) to show; nil for all.
  public var channels: Set<Int>?

  /// Creates settings that show everything in a suitable size.
  public init() {}

  /// The width and height in pixels.
  public struct Size: Hashable, Sendable {
    /// The width, 320…16,384.
    public var width: Int
    /// The height, 200…16,384.
    public var height: Int

    /// Creates a size; nil outside the limits: 320…16,384 by 200…16,384 pixels, and at most 2²⁴ pixels in all.
    public init?(width: Int, height: Int) {
      guard (320...16_384).contains(width), (200...16_384).contains(height), width * height <= 1 << 24 else {
        return nil
      }
      self.width = width
      self.height = height
    }
  }

  /// Returns the size in these settings; if they have none, a size based on the height that suits the content.
  package func size(naturalHeight: Double) -> (width: Int, height: Int) {
    size.map { ($0.width, $0.height) } ?? (1200, Int(min(max(naturalHeight, 320), 4096)))
  }
}
