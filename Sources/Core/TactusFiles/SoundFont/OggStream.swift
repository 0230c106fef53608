/// The page headers of an Ogg stream (RFC 3533), from which the stream's declared length is read.
package struct OggStream {
  /// The granule position of the last page that has one; for Vorbis and Opus, the number of frames.
  package let frameCount: Int64

  /// Reads the pages from the first to the last of the same stream; nil if the bytes are not Ogg pages. Bytes after the
  /// stream, and a truncated last page, are ignored.
  package init?(_ bytes: UnsafeRawBufferPointer) {
    var reader = ByteReader(bytes)
    guard let first = OggPage(&reader), first.isFirst else { return nil }
    var frames = first.granule
    while let page = OggPage(&reader), page.serial == first.serial {
      // −1: no packet ends on this page.
      if page.granule != -1 { frames = page.granule }
    }
    guard frames >= 0 else { return nil }
    frameCount = frames
  }
}

/// The header of a page.
private struct OggPage {
  let isFirst: Bool
  let granule: Int64
  let serial: UInt32

  /// Reads the header and skips the body; nil if no complete page remains.
  init?(_ reader: inout ByteReader) {
    guard reader.tag() == "OggS", reader.u8() == 0, let flags = reader.u8(),
      let low = reader.u32le(), let high = reader.u32le(), let serial = reader.u32le()
    else { return nil }
    reader.skip(8)  // sequence number, checksum
    guard let segments = reader.u8() else { return nil }
    var size = 0
    for _ in 0..<segments {
      guard let length = reader.u8() else { return nil }
      size += Int(length)
    }
    guard reader.range(size) != nil else { return nil }
    isFirst = flags & 2 != 0
    granule = Int64(bitPattern: UInt64(high) << 32 | UInt64(low))
    self.serial = serial
  }
}
