import TactusFiles

/// A recording to be drawn: its format, and its samples by range.
///
/// - Thread: control
public protocol AudioPictureSource {
  /// The error that reading can throw.
  associatedtype Failure: Error
  /// The sample rate in frames per second, positive and finite.
  var sampleRate: Double { get }
  /// The number of channels, at least 1.
  var channelCount: Int { get }
  /// The number of frames.
  var frameCount: Int { get }
  /// The value of a sample at full scale: for integers, the largest possible value (32767/32768 for 16 bits); for
  /// floats, 1.
  var fullScale: Float { get }
  /// The sample format for display, such as "24 bits".
  var sampleWords: String { get }
  /// Reads samples of one channel, with full scale ±1; the frames lie inside the recording.
  func samples(channel: Int, frames: Range<Int>) throws(Failure) -> [Float]
}

extension AudioPictureSource {
  /// The sample rate, limited to plausible values.
  var boundedRate: Double { min(max(sampleRate, 1e-3), 1e9) }
}

extension AudioFileReader: AudioPictureSource {
  /// Reading from memory never fails.
  public typealias Failure = Never

  /// The largest value of integers; 1 for floats.
  public var fullScale: Float {
    encoding.kind == .float ? 1 : Float(1 - 1 / Double(UInt64(1) << UInt64(8 * encoding.bytesPerSample - 1)))
  }

  /// The sample format, such as "24 bits" or "32-bit float".
  public var sampleWords: String {
    encoding.kind == .float ? "\(8 * encoding.bytesPerSample)-bit float" : "\(8 * encoding.bytesPerSample) bits"
  }
}
