import TactusFiles

/// A recording that a picture can be made of: its shape, and its samples in any part of it.
///
/// - Thread: control
public protocol AudioPictureSource {
  /// What reading can throw.
  associatedtype Failure: Error
  /// Frames per second, positive and finite.
  var sampleRate: Double { get }
  /// At least 1.
  var channelCount: Int { get }
  /// The length.
  var frameCount: Int { get }
  /// The largest value that a sample can have where there is a limit: 32767/32768 of 16 bits; 1 of floats.
  var fullScale: Float { get }
  /// How samples are stored, for people: "24 bits".
  var sampleWords: String { get }
  /// Samples of one channel, full scale ±1; the frames lie inside the recording.
  func samples(channel: Int, frames: Range<Int>) throws(Failure) -> [Float]
}

extension AudioPictureSource {
  /// The rate, without values that no recording has.
  var boundedRate: Double { min(max(sampleRate, 1e-3), 1e9) }
}

extension AudioFileReader: AudioPictureSource {
  /// Whole samples in memory never fail.
  public typealias Failure = Never

  /// The largest code of integers; 1 of floats.
  public var fullScale: Float {
    encoding.kind == .float ? 1 : Float(1 - 1 / Double(UInt64(1) << UInt64(8 * encoding.bytesPerSample - 1)))
  }

  /// "24 bits", "32-bit float".
  public var sampleWords: String {
    encoding.kind == .float ? "\(8 * encoding.bytesPerSample)-bit float" : "\(8 * encoding.bytesPerSample) bits"
  }
}
