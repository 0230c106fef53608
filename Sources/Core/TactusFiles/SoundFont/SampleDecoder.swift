/// Decodes the compressed samples of a bank (SF3). The application provides a decoder when it creates a sound bank.
///
/// - Thread: any; several threads may decode at the same time
public protocol SampleDecoder: AnyObject, Sendable {
  /// Decodes a mono stream, usually Ogg Vorbis, and returns the number of frames written, limited by the capacity. The
  /// same bytes always yield the same frames.
  func decode(
    _ stream: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>
  ) throws(SampleDecodingError) -> Int
}

/// The reason why a compressed sample cannot be played.
///
/// - Thread: any
public enum SampleDecodingError: Error, Hashable, Sendable {
  /// The bytes are not an Ogg stream, or the stream has no end.
  case notOgg
  /// The stream declares more frames than its bytes can contain, or than the memory limit allows.
  case tooLong(frames: Int64)
  /// The decoder does not support the stream.
  case unreadable
  /// The stream has several channels.
  case notMono(channels: Int)
  /// The stream has no frames.
  case empty
  /// The bank is damaged: its streams overlap and together are much longer than its file. The limit for the bytes that
  /// are read was reached before this stream.
  case overlapping
}

extension SampleDecodingError: CustomStringConvertible {
  /// The error without its location.
  public var description: String {
    switch self {
    case .notOgg: "the compressed sample is not an Ogg stream, or is cut"
    case .tooLong(let frames): "the compressed sample claims \(frames) frames, more than its bytes can contain"
    case .unreadable: "the compressed sample is not Ogg Vorbis, or is damaged"
    case .notMono(let channels): "the compressed sample has \(channels) channels; expected one"
    case .empty: "the compressed sample has no frames"
    case .overlapping:
      "the bank is damaged: its compressed samples overlap, and to read all of them would take too long; "
        + "use another copy of the bank"
    }
  }
}
