/// Turns the compressed samples of a bank (SF3) into frames; who has a decoder hands it to the bank.
///
/// - Thread: any; several threads decode at once
public protocol SampleDecoder: Sendable {
  /// Decodes one mono stream, Ogg Vorbis as a rule, and gives how many frames it wrote: at most as many as there is
  /// room for. The same bytes give the same frames, always.
  func decode(
    _ stream: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>
  ) throws(SampleDecodingError) -> Int
}

/// Why a compressed sample cannot be played.
///
/// - Thread: any
public enum SampleDecodingError: Error, Hashable, Sendable {
  /// The bytes are no Ogg stream, or one without an end.
  case notOgg
  /// The stream claims more frames than its bytes can hold, or than there is room for.
  case tooLong(frames: Int64)
  /// The decoder does not understand it.
  case unreadable
  /// The stream has several channels.
  case notMono(channels: Int)
  /// It has no frames.
  case empty
}

extension SampleDecodingError: CustomStringConvertible {
  /// What is wrong, without the place.
  public var description: String {
    switch self {
    case .notOgg: "the compressed sample is not an Ogg stream, or is cut"
    case .tooLong(let frames): "the compressed sample claims \(frames) frames, more than its bytes can mean"
    case .unreadable: "the compressed sample is not Ogg Vorbis, or is damaged"
    case .notMono(let channels): "the compressed sample has \(channels) channels; expected one"
    case .empty: "the compressed sample has no frames"
    }
  }
}
