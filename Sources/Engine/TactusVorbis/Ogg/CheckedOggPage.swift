/// A page of an Ogg stream (RFC 3533) whose checksum is correct.
struct CheckedOggPage {
  /// Whether the page begins with the continuation of a packet from the previous page.
  let isContinued: Bool
  /// Whether the page is the first of its stream.
  let isFirst: Bool
  /// Whether the page is the last of its stream.
  let isLast: Bool
  /// The granule position: for Vorbis, the number of frames up to the end of the last packet that ends on the page; −1
  /// if no packet ends on it.
  let granule: Int64
  /// The number of the stream.
  let serial: UInt32
  /// The number of the page in its stream.
  let sequence: UInt32
  /// The sizes of the segments; a packet ends with the first segment of less than 255 bytes.
  let segments: UnsafeRawBufferPointer
  /// The bytes of the packets.
  let body: UnsafeRawBufferPointer
}

/// Finds the pages in bytes, and skips what lies between them.
struct OggPageReader {
  private let bytes: UnsafeRawBufferPointer
  private var position = 0
  /// The number of bytes whose checksums may still turn out wrong. Damaged bytes can contain many headers of pages that
  /// overlap, and the time must stay proportional to the size.
  private var patience: Int

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    patience = min(bytes.count, Int.max / 8) * 4 + 65_536
  }

  /// Returns the next intact page; nil if there are no more.
  mutating func next() -> CheckedOggPage? {
    while let start = nextCapture() {
      if let size = pageSize(at: start) {
        let page = UnsafeRawBufferPointer(rebasing: bytes[start..<start + size])
        if Self.isIntact(page) {
          position = start + size
          return Self.page(page)
        }
        patience -= size
        guard patience > 0 else { return nil }
      }
      position = start + 1
    }
    return nil
  }

  /// Returns the offset of the next "OggS" that has room for a header after it.
  private func nextCapture() -> Int? {
    var offset = position
    while bytes.count - offset >= 27 {
      if bytes[offset] == 0x4F, bytes[offset + 1] == 0x67, bytes[offset + 2] == 0x67, bytes[offset + 3] == 0x53 {
        return offset
      }
      offset += 1
    }
    return nil
  }

  /// Returns the size of the page at an offset; nil if its version is unknown or its end is missing.
  private func pageSize(at start: Int) -> Int? {
    guard bytes[start + 4] == 0 else { return nil }
    let header = 27 + Int(bytes[start + 26])
    guard bytes.count - start >= header else { return nil }
    var size = header
    for index in 27..<header { size += Int(bytes[start + index]) }
    return bytes.count - start >= size ? size : nil
  }

  /// Whether the checksum in bytes 22 to 25 is that of the page, in which these four bytes count as zero.
  private static func isIntact(_ page: UnsafeRawBufferPointer) -> Bool {
    var sum = OggChecksum.extend(0, over: UnsafeRawBufferPointer(rebasing: page[..<22]))
    var zeros: UInt32 = 0
    withUnsafeBytes(of: &zeros) { sum = OggChecksum.extend(sum, over: $0) }
    sum = OggChecksum.extend(sum, over: UnsafeRawBufferPointer(rebasing: page[26...]))
    return sum == UInt32(littleEndian: page.loadUnaligned(fromByteOffset: 22, as: UInt32.self))
  }

  private static func page(_ page: UnsafeRawBufferPointer) -> CheckedOggPage {
    let header = 27 + Int(page[26])
    return CheckedOggPage(
      isContinued: page[5] & 1 != 0, isFirst: page[5] & 2 != 0, isLast: page[5] & 4 != 0,
      granule: Int64(littleEndian: page.loadUnaligned(fromByteOffset: 6, as: Int64.self)),
      serial: UInt32(littleEndian: page.loadUnaligned(fromByteOffset: 14, as: UInt32.self)),
      sequence: UInt32(littleEndian: page.loadUnaligned(fromByteOffset: 18, as: UInt32.self)),
      segments: UnsafeRawBufferPointer(rebasing: page[27..<header]),
      body: UnsafeRawBufferPointer(rebasing: page[header...]))
  }
}
