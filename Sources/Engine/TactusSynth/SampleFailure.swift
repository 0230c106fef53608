import TactusFiles

/// A compressed sample that could not be decoded and is therefore silent.
///
/// - Thread: any
public struct SampleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the bank's file.
  public let file: String
  /// The sample's name.
  public let sample: String
  /// The byte offset of the sample's stream in the file.
  public let offset: Int
  /// The reason.
  public let reason: SampleDecodingError

  /// One sentence: the file, the sample, its offset, the reason and the consequence.
  public var description: String { "\(file): sample \"\(sample)\" at offset \(offset): \(reason); it is silent" }
}

/// The error for a bank that has compressed samples but was created without a decoder.
///
/// - Thread: any
public struct SampleDecoderMissing: Error, Hashable, Sendable, CustomStringConvertible {
  /// The name of the bank's file.
  public let file: String

  /// One sentence that names the file and the missing decoder.
  public var description: String {
    "\(file): its samples are compressed (SF3) and the bank was made without a decoder; "
      + "give SoundBank one, such as VorbisDecoder.shared"
  }
}
