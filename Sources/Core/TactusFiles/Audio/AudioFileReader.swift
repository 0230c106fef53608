/// Reads uncompressed WAV, RF64, AIFF, AIFF-C and CAF files in place.
///
/// A file that was cut, or whose sizes were never filled in, is read up to its last whole frame.
/// - Thread: any
public struct AudioFileReader: Sendable {
  /// The bytes of the file.
  public let bytes: FileBytes
  /// The container.
  public let format: AudioFileFormat
  /// Frames per second, positive and finite.
  public let sampleRate: Double
  /// 1…65,535.
  public let channelCount: Int
  /// Whole frames in the file.
  public let frameCount: Int
  /// How a sample is coded.
  public let encoding: SampleEncoding
  /// Where the samples are.
  package let data: Range<Int>

  /// What a container's chunks tell.
  struct Layout {
    var channelCount = 0
    var sampleRate = 0.0
    var encoding: SampleEncoding?
    var data: Range<Int>?
    /// Where the format was said, for messages.
    var offset = 0
  }

  /// Whether the first bytes are those of an audio file that is read here; the rest may still be wrong.
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

  /// Finds out what the file holds. Throws where it is no audio file, is damaged before its samples, or is compressed.
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

  /// The samples of one channel, full scale ±1; the range is clamped to the file.
  public func samples(channel: Int, frames: Range<Int>) -> [Float] {
    guard (0..<channelCount).contains(channel), let base = bytes.bytes.baseAddress else { return [] }
    return frames.clamped(to: 0..<frameCount).map { encoding.sample(base + position(channel, $0)) }
  }

  /// All samples of one channel.
  public func samples(channel: Int) -> [Float] { samples(channel: channel, frames: 0..<frameCount) }

  /// The stored integers of one channel, unscaled; empty where the file holds floats.
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
