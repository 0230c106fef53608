/// Counts the samples of a FLAC stream (RFC 9639) while it is written.
///
/// The encoder stores their number in the stream's header when the file is closed, but not after an error: a decoder
/// then does not know how long the file is. This count is that of the frames that have been written.
struct FLACSampleCount {
  /// The marker and the block with the stream information.
  private var header: [UInt8] = []
  private var frameCount: Int64 = 0

  init() {}

  private static var headerSize: Int { 42 }
  /// The offset of the five bytes whose last 36 bits are the number of samples per channel.
  static var offset: Int64 { 21 }

  /// Adds bytes that were appended to the file. libFLAC passes on each frame by itself.
  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if header.count < Self.headerSize {
      header += bytes.prefix(Self.headerSize - header.count)
    } else if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xFE == 0xF8 {
      frameCount += 1
    }
  }

  /// The bytes at ``offset``; nil if no frame has been written.
  var bytes: [UInt8]? {
    guard header.count == Self.headerSize, frameCount > 0 else { return nil }
    let blockLength = Int64(header[10]) << 8 | Int64(header[11])
    let count = frameCount * blockLength
    // the first four bits belong to the sample format
    let first = header[Int(Self.offset)] & 0xF0 | UInt8(truncatingIfNeeded: count >> 32) & 0x0F
    return [first] + [24, 16, 8, 0].map { (shift: Int64) -> UInt8 in UInt8(truncatingIfNeeded: count >> shift) }
  }
}
