/// The nine tables of a bank (SoundFont 2.04 §7) in place, with access to the fields of their records.
struct Hydra {
  /// The tables in the order of the specification.
  enum Table: Int, CaseIterable {
    case phdr, pbag, pmod, pgen, inst, ibag, imod, igen, shdr

    var tag: ChunkTag { ["phdr", "pbag", "pmod", "pgen", "inst", "ibag", "imod", "igen", "shdr"][rawValue] }
    var recordSize: Int { [38, 4, 10, 4, 22, 4, 10, 4, 46][rawValue] }
    /// The size of a record in SoundFont 1.
    var recordSize1: Int { self == .shdr ? SoundFont1.sampleRecordSize : recordSize }
    /// Whether the table needs a terminal record. Generators and modulators do not, because the bags determine their
    /// end.
    var needsTerminal: Bool { self != .pmod && self != .pgen && self != .imod && self != .igen }
  }

  let bytes: UnsafeRawBufferPointer
  /// Whether the records are those of SoundFont 1.
  let isVersion1: Bool
  private let bodies: [Range<Int>]

  /// - Throws: an error if a table is missing or is not a whole number of records.
  init(_ chunks: [ChunkTag: Chunk], _ file: FileBytes, isVersion1: Bool = false) throws(SoundFontError) {
    bytes = file.bytes
    self.isVersion1 = isVersion1
    var bodies: [Range<Int>] = []
    for table in Table.allCases {
      guard let chunk = chunks[table.tag] else {
        throw .missingChunk(file: file.name, chunk: table.tag.description)
      }
      let size = chunk.body.count
      let recordSize = isVersion1 ? table.recordSize1 : table.recordSize
      guard size % recordSize == 0, size > 0 || !table.needsTerminal else {
        throw .badTableSize(
          file: file.name, chunk: table.tag.description, offset: chunk.offset, size: size, recordSize: recordSize)
      }
      bodies.append(chunk.body)
    }
    self.bodies = bodies
  }

  /// The number of records, including the terminal one.
  func count(_ table: Table) -> Int { bodies[table.rawValue].count / recordSize(table) }

  /// The number of samples; the terminal record of SoundFont 1 has no name, and may be missing.
  var sampleCount: Int {
    guard isVersion1, count(.shdr) > 0, u32(.shdr, count(.shdr) - 1, 4) != 0 else { return count(.shdr) - 1 }
    return count(.shdr)
  }

  /// The offset of the start of a sample in its record; its end and loop follow.
  var samplePoints: Int { isVersion1 ? 0 : 20 }

  private func recordSize(_ table: Table) -> Int { isVersion1 ? table.recordSize1 : table.recordSize }

  /// Returns the absolute offset of a record, or of the end of the table.
  func offset(_ table: Table, _ record: Int) -> Int { bodies[table.rawValue].lowerBound + record * recordSize(table) }

  func u16(_ table: Table, _ record: Int, _ field: Int) -> UInt16 { load(table, record, field) }
  func u32(_ table: Table, _ record: Int, _ field: Int) -> UInt32 { load(table, record, field) }
  func u8(_ table: Table, _ record: Int, _ field: Int) -> UInt8 { load(table, record, field) }

  private func load<T: FixedWidthInteger>(_ table: Table, _ record: Int, _ field: Int) -> T {
    let start = offset(table, record) + field
    precondition(start + MemoryLayout<T>.size <= bodies[table.rawValue].upperBound && record >= 0)
    return T(littleEndian: bytes.loadUnaligned(fromByteOffset: start, as: T.self))
  }
}
