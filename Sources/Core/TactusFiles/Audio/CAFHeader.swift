/// The header of a Core Audio Format file, up to the first sample.
///
///     caff 1 0 desc [chan] [regn] [info] data size edits …samples…
///
/// A data size of −1 means "up to the end of the file", which the format allows for the last chunk, so pipes need no
/// special convention. Samples are little-endian.
///
/// Source: Apple, "Core Audio Format Specification" 1.0.
struct CAFHeader {
  let description: AudioFileDescription

  /// Returns the header. If the length is unknown, the data size in it is −1; the header has the same size in both
  /// cases.
  func bytes(frames: Int64?) -> [UInt8] {
    let sampleFormat = description.sampleFormat
    var header = HeaderBytes()
    header.tag("caff")
    header.big(UInt16(1))
    header.big(UInt16(0))
    header.tag("desc")
    header.big(Int64(32))
    header.big(Double(description.sampleRate).bitPattern)
    header.tag("lpcm")
    header.big(UInt32(sampleFormat.isFloat ? 1 : 0) | 2)  // bit 0: float, bit 1: little-endian
    header.big(UInt32(description.bytesPerFrame))
    header.big(UInt32(1))
    header.big(UInt32(description.channelCount))
    header.big(UInt32(sampleFormat.bitsPerSample))
    if description.channelCount > 2 { layout(&header) }
    if let loop = description.loop { region(loop, &header) }
    header.raw(description.metadata.cafChunk)
    header.tag("data")
    header.big(frames.map { 4 + $0 * Int64(description.bytesPerFrame) } ?? -1)
    header.big(UInt32(0))
    return header.bytes
  }

  /// Appends the channel layout, which is required for more than two channels: "discrete, in order" (tag 147 with the
  /// number of channels).
  private func layout(_ header: inout HeaderBytes) {
    header.tag("chan")
    header.big(Int64(12))
    header.big(147 << 16 | UInt32(description.channelCount))
    header.zeros(8)
  }
}
