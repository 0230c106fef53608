/// Appends little-endian numbers and RIFF chunks to an array of bytes.
struct ChunkWriter {
  private(set) var bytes: [UInt8] = []
  /// The data that was left out: its offset in ``bytes`` and its length.
  private(set) var gap: Gap?

  struct Gap {
    let offset: Int
    var count: Int
  }

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func u8(_ value: UInt8) { bytes.append(value) }
  mutating func u16(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }
  mutating func u32(_ value: UInt32) {
    u16(UInt16(truncatingIfNeeded: value))
    u16(UInt16(truncatingIfNeeded: value >> 16))
  }
  mutating func tag(_ tag: ChunkTag) { u32(tag.code.byteSwapped) }
  mutating func zeros(_ count: Int) { bytes.append(contentsOf: repeatElement(0, count: count)) }
  /// The position in the file of the next byte.
  var position: Int { bytes.count + (gap?.count ?? 0) }

  /// Leaves out bytes that are written later; all bytes left out must follow one another.
  mutating func leaveBlank(_ count: Int) {
    precondition(gap.map { $0.offset == bytes.count } ?? true)
    gap = Gap(offset: bytes.count, count: (gap?.count ?? 0) + count)
  }
  mutating func append(_ more: [UInt8]) { bytes.append(contentsOf: more) }
  mutating func append(_ frames: [Int16]) {
    #if _endian(little)
      frames.withUnsafeBytes { bytes.append(contentsOf: $0) }
    #else
      for frame in frames { u16(UInt16(bitPattern: frame)) }
    #endif
  }

  /// Appends a name in a field of 20 bytes, truncated at a character boundary.
  mutating func name(_ text: String) {
    let start = bytes.count
    append(text.utf8Prefix(20))
    zeros(start + 20 - bytes.count)
  }

  /// Appends a chunk: its tag, its size, the output of `body`, and a zero if the size is odd.
  mutating func chunk(_ name: ChunkTag, _ body: (inout Self) -> Void) {
    tag(name)
    let sizeOffset = bytes.count
    u32(0)
    let start = position
    body(&self)
    let size = UInt32(position - start)
    for byte in 0..<4 { bytes[sizeOffset + byte] = UInt8(truncatingIfNeeded: size >> (8 * UInt32(byte))) }
    if size % 2 != 0 { u8(0) }
  }

  /// Appends a LIST or RIFF chunk with its form name.
  mutating func list(_ form: ChunkTag, as name: ChunkTag = "LIST", _ body: (inout Self) -> Void) {
    chunk(name) {
      $0.tag(form)
      body(&$0)
    }
  }
}

extension String {
  /// Returns as many whole characters as fit into `limit` UTF-8 bytes, up to the first NUL.
  func utf8Prefix(_ limit: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    for scalar in unicodeScalars {
      let encoded = UTF8.encode(scalar)!
      guard scalar.value != 0, bytes.count + encoded.count <= limit else { break }
      bytes.append(contentsOf: encoded)
    }
    return bytes
  }
}
