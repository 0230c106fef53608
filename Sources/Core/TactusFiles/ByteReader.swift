/// A bounds-checked cursor over bytes; all numbers in files are read through it.
///
/// Every read returns nil at the end instead of trapping. Offsets are absolute in the file, so diagnostics can report
/// them.
/// - Thread: any
package struct ByteReader {
  package let bytes: UnsafeRawBufferPointer
  /// The absolute offset of the next byte.
  package private(set) var offset: Int
  /// The end of the range to read.
  package let end: Int

  package init(_ bytes: UnsafeRawBufferPointer) { self.init(bytes, range: 0..<bytes.count) }

  /// Creates a reader of a range of the bytes; the range is clamped.
  package init(_ bytes: UnsafeRawBufferPointer, range: Range<Int>) {
    self.bytes = bytes
    offset = min(max(0, range.lowerBound), bytes.count)
    end = max(offset, min(range.upperBound, bytes.count))
  }

  package var remaining: Int { end - offset }
  package var isAtEnd: Bool { offset >= end }

  /// Moves to an absolute offset, clamped to the end.
  package mutating func seek(to target: Int) { offset = min(max(0, target), end) }
  package mutating func skip(_ count: Int) { offset = count > remaining ? end : offset + max(0, count) }

  package func peek(_ ahead: Int = 0) -> UInt8? {
    ahead >= 0 && ahead < remaining ? bytes[offset + ahead] : nil
  }

  package mutating func u8() -> UInt8? {
    guard offset < end else { return nil }
    defer { offset += 1 }
    return bytes[offset]
  }

  package mutating func u16le() -> UInt16? { integer(UInt16.self).map(UInt16.init(littleEndian:)) }
  package mutating func u32le() -> UInt32? { integer(UInt32.self).map(UInt32.init(littleEndian:)) }
  package mutating func u16be() -> UInt16? { integer(UInt16.self).map(UInt16.init(bigEndian:)) }
  package mutating func u32be() -> UInt32? { integer(UInt32.self).map(UInt32.init(bigEndian:)) }

  /// Returns the absolute range of the next `count` bytes and skips them; nil if fewer remain.
  package mutating func range(_ count: Int) -> Range<Int>? {
    guard count >= 0, count <= remaining else { return nil }
    defer { offset += count }
    return offset..<(offset + count)
  }

  /// Skips the padding byte after a chunk of an odd size. Some writers leave it out, so that a chunk with one of these
  /// names follows directly.
  mutating func skipPad(after size: Int, before names: Set<ChunkTag>) {
    guard size & 1 == 1 else { return }
    var ahead = self
    if let next = ahead.tag(), names.contains(next) { return }
    skip(1)
  }

  /// Returns a four-character chunk name as a big-endian number.
  package mutating func tag() -> ChunkTag? { u32be().map(ChunkTag.init(code:)) }

  private mutating func integer<T: FixedWidthInteger>(_: T.Type) -> T? {
    guard remaining >= MemoryLayout<T>.size else { return nil }
    defer { offset += MemoryLayout<T>.size }
    return bytes.loadUnaligned(fromByteOffset: offset, as: T.self)
  }
}

/// The four-character name of a chunk.
package struct ChunkTag: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  package let code: UInt32
  package init(code: UInt32) { self.code = code }
  package init(stringLiteral text: StaticString) {
    precondition(text.utf8CodeUnitCount == 4)
    code = text.withUTF8Buffer { $0.reduce(0) { $0 << 8 | UInt32($1) } }
  }
  /// The four characters, with "·" for unprintable ones.
  package var description: String {
    let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    return String(bytes.map { (32...126).contains($0) ? Character(UnicodeScalar($0)) : "·" })
  }
}
