import TactusFiles

/// Decodes the Ogg Vorbis samples of SF3 banks, with the same frames on every machine.
///
///     let bank = SoundBank(font, decoder: VorbisDecoder.shared)
///
/// It needs no other library. Frames differ from those of libvorbis by at most one step of 16 bits.
/// - Thread: any, several threads at once
public final class VorbisDecoder: SampleDecoder {
  /// The decoder, which has no state.
  public static let shared = VorbisDecoder()

  private init() {}

  /// Decodes a mono Ogg Vorbis stream to 16-bit frames, as many as fit, and returns their number.
  ///
  /// The first Vorbis stream among the bytes is decoded, and the granule position of its last page determines its end.
  /// Frames are rounded half to even and saturate at full scale. Pages with a wrong checksum and damaged packets are left
  /// out.
  /// - Throws: `SampleDecodingError.notOgg` if there is no Ogg page; `unreadable` if there is no Vorbis stream or its
  ///   headers are damaged; `notMono` if it has several channels.
  /// - Thread: any, several threads at once
  public func decode(
    _ stream: UnsafeRawBufferPointer, into frames: UnsafeMutableBufferPointer<Int16>
  ) throws(SampleDecodingError) -> Int {
    let vorbis = try VorbisStream(stream, monoOnly: true)
    guard let target = frames.baseAddress else { return 0 }
    var done = 0
    while done < frames.count, let count = vorbis.nextBlock() {
      let fitting = min(count, frames.count - done)
      FrameConversion.convert(vorbis.frames(channel: 0), fitting, to: target + done)
      done += fitting
    }
    return done
  }

  /// Whether there is a Vorbis stream among the pages.
  /// - Thread: any
  package static func recognizes(_ stream: UnsafeRawBufferPointer) -> Bool {
    OggPackets(of: stream, beginningWith: VorbisIdentification.signature) != nil
  }
}
