/// Why an audio file cannot be written or read. The description is a sentence for the user.
///
/// - Thread: any
public enum AudioFileError: Error, Hashable, Sendable {
  /// The rate does not fit a file's field.
  case sampleRateOutOfRange(Int)
  /// No channels, or more than ``AudioFileLimits/maximumChannelCount``.
  case channelCountOutOfRange(Int)
  /// The container's size fields cannot hold so many frames.
  case tooLong(format: AudioFileFormat, maximumFrameCount: Int64)
  /// The container must name its length up front, and the sink cannot be patched afterwards.
  case lengthMustBeKnown(format: AudioFileFormat)
  /// A compressed format, which needs a codec.
  case needsCodec(AudioFileFormat)
  /// More or fewer frames came than the description promised.
  case lengthBroken(promised: Int64, written: Int64)
  /// Not a WAV, AIFF or CAF file.
  case notAudio(name: String)
  /// A chunk that the file needs is not there.
  case missingChunk(name: String, chunk: String)
  /// A field holds what it must not.
  case badField(name: String, offset: Int, expected: String)
  /// A valid file whose samples are coded in a way that is not read here.
  case unsupportedEncoding(name: String, offset: Int, encoding: String)
}

extension AudioFileError: CustomStringConvertible {
  /// The sentence.
  public var description: String {
    switch self {
    case .sampleRateOutOfRange(let rate): "a sample rate of \(rate) Hz cannot be written; give 1 to 4294967295"
    case .channelCountOutOfRange(let count):
      "\(count) channels cannot be written; give 1 to \(AudioFileLimits.maximumChannelCount)"
    case .tooLong(let format, let frames):
      "\(format) holds at most \(frames) frames of this format; choose WAV, CAF or raw"
    case .lengthMustBeKnown(let format):
      "\(format) cannot be written to a pipe before its length is known; choose WAV, CAF or raw, or write to a file"
    case .needsCodec(let format):
      "\(format) is compressed and not written here; use CompressedFileWriter, or choose WAV, AIFF, CAF or raw"
    case .lengthBroken(let promised, let written):
      "the audio was announced with \(promised) frames and has \(written); announce its true length or none"
    case .notAudio(let name): "\(name): not a WAV, AIFF or CAF file"
    case .missingChunk(let name, let chunk): "\(name): the '\(chunk)' chunk is missing; the file is cut or damaged"
    case .badField(let name, let offset, let expected): "\(name): at byte \(offset): expected \(expected)"
    case .unsupportedEncoding(let name, let offset, let encoding):
      "\(name): at byte \(offset): samples coded as \(encoding) are not read; convert the file to PCM"
    }
  }
}
