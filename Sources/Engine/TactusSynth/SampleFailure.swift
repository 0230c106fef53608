import TactusFiles

/// A compressed sample that could not be decoded; it is silent.
///
/// - Thread: any
public struct SampleFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bank's file.
  public let file: String
  /// The sample's name.
  public let sample: String
  /// Where its stream begins in the file.
  public let offset: Int
  /// Why.
  public let reason: SampleDecodingError

  /// One sentence: the file, the place, what is wrong, what became of it.
  public var description: String { "\(file): sample \"\(sample)\" at offset \(offset): \(reason); it is silent" }
}

/// A bank has compressed samples, and nobody gave it a decoder.
///
/// - Thread: any
public struct SampleDecoderMissing: Error, Hashable, Sendable, CustomStringConvertible {
  /// The bank's file.
  public let file: String

  /// The sentence.
  public var description: String {
    "\(file): its samples are compressed (SF3) and the bank was made without a decoder; "
      + "give SoundBank one, such as SoundFileLibrary.shared()"
  }
}
