import TactusFiles

/// The reason why compressed audio cannot be read or written. The description is a sentence for the user.
///
/// - Thread: any
public enum CodecError: Error, Hashable, Sendable {
  /// libsndfile is not installed; `looked` contains the names that were tried.
  case libraryMissing(looked: [String])
  /// The library that was found is not libsndfile, or is too old.
  case libraryUnfit(name: String)
  /// The installed libsndfile cannot write this file format.
  case formatMissing(AudioFileFormat, version: String)
  /// The file format does not support this sample format.
  case sampleFormat(AudioFileFormat, SampleFormat)
  /// The file format does not support this sample rate. `allowed` contains the supported rates; it is nil if the codec
  /// decides.
  case sampleRate(AudioFileFormat, Int, allowed: [Int]?)
  /// The file format does not support this number of channels.
  case channelCount(AudioFileFormat, Int, limit: Int)
  /// There are no frames to write, and the file format does not allow empty files.
  case nothingToWrite(AudioFileFormat)
  /// A compression level outside 0…1.
  case compressionLevel(Double)
  /// libsndfile refused to write the file; the second value is its message.
  case refused(AudioFileFormat, String)
  /// The file cannot be read; the second value is the reason.
  case unreadable(file: String, String)
}

extension CodecError: CustomStringConvertible {
  /// The error in one sentence.
  public var description: String {
    switch self {
    case .libraryMissing(let looked):
      "libsndfile is needed for compressed audio and is not installed (looked for \(looked.joined(separator: ", "))); "
        + "on Debian and Ubuntu install the package libsndfile1, with Homebrew libsndfile"
    case .libraryUnfit(let name):
      "\(name) is not libsndfile, or is older than 1.0.29; on Debian and Ubuntu install the package libsndfile1, "
        + "with Homebrew libsndfile"
    case .formatMissing(let format, let version):
      "the installed \(version) does not write \(format)"
        + (format == .mp3 ? "; libsndfile 1.1 or newer does, where it was built with LAME" : "")
        + "; choose another format"
    case .sampleFormat(let format, let sampleFormat):
      "\(format) holds 16 or 24 bits, not \(sampleFormat); choose one of those, or WAV"
    case .sampleRate(let format, let rate, let allowed?):
      "\(format) holds \(Self.list(allowed)) frames per second, not \(rate); choose one of those"
    case .sampleRate(let format, let rate, nil): "\(format) does not hold \(rate) frames per second; choose 48000"
    case .channelCount(let format, let count, let limit): "\(format) holds at most \(limit) channels, not \(count)"
    case .nothingToWrite(let format): "there are no frames to write, and \(format) has no empty files; choose WAV"
    case .compressionLevel(let level): "a compression level of \(level) is outside 0 to 1"
    case .refused(let format, let word): "\(format): libsndfile says: \(word)"
    case .unreadable(let file, let word): "\(file): \(word)"
    }
  }

  private static func list(_ rates: [Int]) -> String {
    let words = rates.map(String.init)
    return words.dropLast().joined(separator: ", ") + (words.count > 1 ? " or " : "") + (words.last ?? "")
  }
}
