/// The reason why an audio file cannot be written or read; the description is a sentence for the user.
///
/// - Thread: any
public enum AudioFileError: Error, Hashable, Sendable {
  /// The sample rate does not fit the field of the file.
  case sampleRateOutOfRange(Int)
  /// There are no channels, or more than ``AudioFileLimits/maximumChannelCount``.
  case channelCountOutOfRange(Int)
  /// The container's size fields cannot store so many frames.
  case tooLong(format: AudioFileFormat, maximumFrameCount: Int64)
  /// The container must declare its length at the start, and the sink cannot be patched.
  case lengthMustBeKnown(format: AudioFileFormat)
  /// The format is compressed and requires a codec.
  case needsCodec(AudioFileFormat)
  /// More or fewer frames were written than the description declares.
  case lengthBroken(promised: Int64, written: Int64)
  /// The file is not a WAV, AIFF or CAF file.
  case notAudio(name: String)
  /// A required chunk is missing.
  case missingChunk(name: String, chunk: String)
  /// A field has an invalid value.
  case badField(name: String, offset: Int, expected: String)
  /// The file is valid, but its sample encoding is not supported.
  case unsupportedEncoding(name: String, offset: Int, encoding: String)
}

extension AudioFileError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .sampleRateOutOfRange(let rate): "a sample rate of \(rate) Hz cannot be written; give 1 to 4294967295"
    case .channelCountOutOfRange(let count):
      "\(count) channels cannot be written; give 1 to \(AudioFileLimits.maximumChannelCount)"
    case .tooLong(.aiff, let frames):
      "an AIFF file holds at most 4 GiB, which is \(frames) frames of this format; choose WAV, CAF or FLAC, whose "
        + "files can be larger"
    case .tooLong(let format, let frames):
      "\(format) holds at most \(frames) frames of this format; choose WAV, CAF or raw"
    case .lengthMustBeKnown(let format):
      "\(format) cannot be written to a pipe before its length is known; choose WAV, CAF or raw, or write to a file"
    case .needsCodec(let format):
      "\(format) is compressed and not written here; use CompressedFileWriter, or choose WAV, AIFF, CAF or raw"
    case .lengthBroken(let promised, let written):
      "\(promised) frames were declared, but there are \(written); declare the actual number, or none"
    case .notAudio(let name): "\(name): not a WAV, AIFF or CAF file"
    case .missingChunk(let name, let chunk): "\(name): the '\(chunk)' chunk is missing; the file is cut or damaged"
    case .badField(let name, let offset, let expected): "\(name): at byte \(offset): expected \(expected)"
    case .unsupportedEncoding(let name, let offset, let encoding):
      "\(name): at byte \(offset): samples coded as \(encoding) are not read; convert the file to PCM"
    }
  }
}
