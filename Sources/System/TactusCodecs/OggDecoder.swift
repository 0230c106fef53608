import TactusFiles
import TactusVorbis

/// Decodes the compressed samples of SF3 banks, whatever they are compressed with.
///
///     let bank = SoundBank(font, decoder: OggDecoder.shared)
///
/// Ogg Vorbis, which SF3 banks contain, needs no other library. Other Ogg streams, such as FLAC, are decoded with
/// libsndfile if it is installed.
/// - Thread: any, several threads at once
public final class OggDecoder: SampleDecoder {
  /// The decoder, which has no state.
  public static let shared = OggDecoder()

  private init() {}

  /// Decodes a mono Ogg stream to 16-bit frames, as many as fit, and returns their number.
  ///
  /// - Throws: the errors of `VorbisDecoder`; for other Ogg streams those of `SoundFileLibrary`, or
  ///   `SampleDecodingError.unreadable` if libsndfile is not installed.
  /// - Thread: any, several threads at once
  public func decode(
    _ stream: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>
  ) throws(SampleDecodingError) -> Int {
    do throws(SampleDecodingError) { return try VorbisDecoder.shared.decode(stream, into: frames) } catch {
      guard error == .unreadable, !VorbisDecoder.recognizes(stream), let library = try? SoundFileLibrary.shared() else {
        throw error
      }
      return try library.decode(stream, into: frames)
    }
  }
}
