/// A RIFF chunk: its name and its position.
struct Chunk {
  var tag: ChunkTag
  /// The absolute offset of the chunk's header.
  var offset: Int
  /// The absolute range of its contents, clamped to its container.
  var body: Range<Int>
}

/// Iterates over the chunks of a range and never leaves the range, whatever sizes the chunks declare.
struct ChunkReader {
  private var reader: ByteReader
  private var count = 0
  /// The maximum number of chunks. Real banks have about thirty; without a limit, gigabytes of zeros would be read as
  /// millions of empty chunks.
  private static let limit = 1 << 16
  private static let known: Set<ChunkTag> = Set(
    SoundFontInfo.tags + Hydra.Table.allCases.map { $0.tag } + [
      "LIST", "ifil", "iver", "smpl", "sm24", "DMOD",
      // DLS
      "colh", "vers", "dlid", "cdl ", "ptbl", "insh", "rgnh", "wsmp", "wlnk", "art1", "art2", "fmt ", "data",
    ])

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) { reader = ByteReader(bytes, range: range) }

  /// The absolute offset of the next chunk.
  var offset: Int { reader.offset }

  /// Returns the next chunk; nil if fewer than eight bytes remain.
  mutating func next(_ diagnostics: inout SoundFontDiagnostics) -> Chunk? {
    let offset = reader.offset
    count += 1
    if count == Self.limit { diagnostics.add(.chunksBeyondLimit, "RIFF", at: offset) }
    guard count < Self.limit else { return nil }
    guard reader.remaining >= 8, let tag = reader.tag(), let field = reader.u32le() else { return nil }
    let claimed = unwrapped(Int(clamping: field))
    if claimed > Int(clamping: field) { diagnostics.add(.sizeWrapped, tag, at: offset) }
    let size = min(claimed, reader.remaining)
    if size < claimed { diagnostics.add(.chunkCut, tag, at: offset) }
    guard let body = reader.range(size) else { return nil }
    if size % 2 != 0 { skipPad(after: tag, offset, &diagnostics) }
    return Chunk(tag: tag, offset: offset, body: body)
  }

  /// Returns the real size of a chunk whose 32-bit size field may have wrapped, which is possible if at least 4 GiB
  /// remain. Some writers truncate sizes to 32 bits. The real size is the first one, in steps of 4 GiB, that is
  /// followed by a known chunk or the end.
  private func unwrapped(_ claimed: Int) -> Int {
    let period = Int64(1) << 32
    guard reader.remaining >= period else { return claimed }
    return stride(from: Int64(claimed), through: Int64(reader.remaining), by: Int64.Stride(period))
      .lazy.map { Int($0) }.first(where: isBorder) ?? claimed
  }

  /// Whether a chunk with a known name, or the end, follows at this distance.
  private func isBorder(_ size: Int) -> Bool {
    var ahead = reader
    ahead.skip(size + size % 2)
    return ahead.isAtEnd || ahead.tag().map(Self.known.contains) == true
  }

  /// Skips the padding byte, unless it is the first byte of a known chunk name.
  private mutating func skipPad(after tag: ChunkTag, _ offset: Int, _ diagnostics: inout SoundFontDiagnostics) {
    var ahead = reader
    if let byte = ahead.peek(), byte != 0, let next = ahead.tag(), Self.known.contains(next) {
      diagnostics.add(.missingPad, tag, at: offset)
    } else {
      reader.skip(1)
    }
  }
}
