/// Reads uncompressed WAV, RF64, AIFF, AIFF-C and CAF files in place.
///
/// A truncated file, or one whose sizes were never set, is read up to its last complete frame.
/// - Thread: any
public struct AudioFileReader: Sendable {
  /// The bytes of the file.
  public let bytes: FileBytes
  /// The container.
  public let format: AudioFileFormat
  /// The sample rate in frames per second, positive and finite.
  public let sampleRate: Double
  /// The number of channels, 1…65,535.
  public let channelCount: Int
  /// The number of complete frames in the file.
  public let frameCount: Int
  /// The encoding of a sample.
  public let encoding: SampleEncoding
  /// The byte range of the samples in the file.
  package let data: Range<Int>

  /// The properties that a container's chunks declare.
  struct Layout {
    var channelCount = 0
    var sampleRate = 0.0
    var encoding: SampleEncoding?
    var data: Range<Int>?
    /// The offset of the format chunk, for error messages.
    var offset = 0
  }

  /// Whether the first bytes are those of a supported audio file; the rest may be invalid.
  package static func recognizes(_ file: FileBytes) -> Bool {
    var reader = ByteReader(file.bytes)
    let tag = reader.tag()
    reader.skip(4)
    let form = reader.tag()
    switch tag {
    case "RIFF", "RF64", "BW64": return form == "WAVE"
    case "FORM": return form == "AIFF" || form == "AIFC"
    default: return tag == "caff"
    }
  }

  /// Opens a file. Throws if it is not an audio file, is damaged before its samples, or is compressed.
  public init(_ bytes: FileBytes) throws(AudioFileError) {
    var reader = ByteReader(bytes.bytes)
    let layout: Layout
    switch reader.tag() {
    case "RIFF", "RF64", "BW64":
      format = .wav
      layout = try Self.readWAV(bytes)
    case "FORM":
      format = .aiff
      layout = try Self.readAIFF(bytes)
    case "caff":
      format = .caf
      layout = try Self.readCAF(bytes)
    default: throw .notAudio(name: bytes.name)
    }
    guard let encoding = layout.encoding else { throw .missingChunk(name: bytes.name, chunk: Self.formatChunk(format)) }
    guard let data = layout.data else { throw .missingChunk(name: bytes.name, chunk: Self.dataChunk(format)) }
    guard layout.channelCount > 0, layout.sampleRate > 0, layout.sampleRate.isFinite else {
      throw .badField(name: bytes.name, offset: layout.offset, expected: "at least one channel and a positive rate")
    }
    self.bytes = bytes
    self.encoding = encoding
    self.data = data
    channelCount = layout.channelCount
    sampleRate = layout.sampleRate
    frameCount = data.count / (layout.channelCount * encoding.bytesPerSample)
  }

  /// Returns samples of one channel with full scale ±1; the range is clamped to the file.
  public func samples(channel: Int, frames: Range<Int>) -> [Float] {
    guard (0..<channelCount).contains(channel), let base = bytes.bytes.baseAddress else { return [] }
    return frames.clamped(to: 0..<frameCount).map { encoding.sample(base + position(channel, $0)) }
  }

  /// Returns all samples of one channel.
  public func samples(channel: Int) -> [Float] { samples(channel: channel, frames: 0..<frameCount) }

  /// Returns the stored integers of one channel, unscaled; empty if the file contains floats.
  public func integers(channel: Int) -> [Int32] {
    guard (0..<channelCount).contains(channel), let base = bytes.bytes.baseAddress else { return [] }
    return (0..<frameCount).compactMap { encoding.integer(base + position(channel, $0)) }
  }

  private func position(_ channel: Int, _ frame: Int) -> Int {
    data.lowerBound + (frame * channelCount + channel) * encoding.bytesPerSample
  }

  private static func formatChunk(_ format: AudioFileFormat) -> String {
    format == .wav ? "fmt " : format == .aiff ? "COMM" : "desc"
  }

  private static func dataChunk(_ format: AudioFileFormat) -> String { format == .aiff ? "SSND" : "data" }
}
