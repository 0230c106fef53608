/// A RIFF chunk: its name and where it lies.
struct Chunk {
  var tag: ChunkTag
  /// The absolute offset of the chunk's header.
  var offset: Int
  /// The absolute range of what it holds, cut to what holds it.
  var body: Range<Int>
}

/// Walks over the chunks of a range, never beyond it, whatever the sizes claim.
struct ChunkReader {
  private var reader: ByteReader
  private var count = 0
  /// Real banks have some thirty chunks; gigabytes of zeros are as many empty ones as there are eights of bytes.
  private static let limit = 1 << 16
  private static let known: Set<ChunkTag> = Set(
    SoundFontInfo.fields.map(\.tag) + Hydra.Table.allCases.map(\.tag) + [
      "LIST", "ifil", "iver", "smpl", "sm24", "DMOD",
    ])

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) { reader = ByteReader(bytes, range: range) }

  /// The absolute offset of the next chunk.
  var offset: Int { reader.offset }

  /// The next chunk; nil where fewer than eight bytes remain.
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

  /// What a size field of 32 bits stands for where more than 4 GiB are left: the size after which the next chunk begins,
  /// or the end. Writers that do not look cut the size to 32 bits.
  private func unwrapped(_ claimed: Int) -> Int {
    let period = 1 << 32
    guard reader.remaining >= period else { return claimed }
    return stride(from: claimed, through: reader.remaining, by: period).first(where: isBorder) ?? claimed
  }

  /// Whether so many bytes from here a chunk of a known name begins, or all ends.
  private func isBorder(_ size: Int) -> Bool {
    var ahead = reader
    ahead.skip(size + size % 2)
    return ahead.isAtEnd || ahead.tag().map(Self.known.contains) == true
  }

  /// Skips the padding byte, unless it is the first of a chunk name we know.
  private mutating func skipPad(after tag: ChunkTag, _ offset: Int, _ diagnostics: inout SoundFontDiagnostics) {
    var ahead = reader
    if let byte = ahead.peek(), byte != 0, let next = ahead.tag(), Self.known.contains(next) {
      diagnostics.add(.missingPad, tag, at: offset)
    } else {
      reader.skip(1)
    }
  }
}
