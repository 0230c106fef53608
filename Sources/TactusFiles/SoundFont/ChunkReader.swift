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
  private static let known: Set<ChunkTag> = Set(
    SoundFontInfo.fields.map(\.tag) + Hydra.Table.allCases.map(\.tag) + ["LIST", "ifil", "iver", "smpl", "sm24"])

  init(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) { reader = ByteReader(bytes, range: range) }

  /// The absolute offset of the next chunk.
  var offset: Int { reader.offset }

  /// The next chunk; nil where fewer than eight bytes remain.
  mutating func next(_ diagnostics: inout SoundFontDiagnostics) -> Chunk? {
    let offset = reader.offset
    guard reader.remaining >= 8, let tag = reader.tag(), let claimed = reader.u32le() else { return nil }
    let size = min(Int(clamping: claimed), reader.remaining)
    if size < claimed { diagnostics.add(.chunkCut, tag, at: offset) }
    guard let body = reader.range(size) else { return nil }
    if size % 2 != 0 { skipPad(after: tag, offset, &diagnostics) }
    return Chunk(tag: tag, offset: offset, body: body)
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
