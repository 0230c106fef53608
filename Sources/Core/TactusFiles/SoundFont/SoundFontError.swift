/// The reason why a file is refused as a SoundFont. Recoverable defects are reported as ``SoundFontDiagnostic``s
/// instead.
///
/// A bank is refused if the assignment of its records is ambiguous: a table is missing or is not a whole number of
/// records, or its indices descend or exceed the table that they refer to.
public enum SoundFontError: Error, Hashable, Sendable {
  /// The file is empty.
  case empty(file: String)
  /// The file has another type; `found` names it, if it is known.
  case notSoundFont(file: String, found: String?)
  /// A SoundFont of an unsupported kind: version 1 or big-endian.
  case unsupported(file: String, what: String)
  /// A required chunk is missing.
  case missingChunk(file: String, chunk: String)
  /// A table is not a whole number of records, or lacks even its terminal record.
  case badTableSize(file: String, chunk: String, offset: Int, size: Int, recordSize: Int)
  /// An index is smaller than that of the previous record.
  case indexRunsBackwards(file: String, chunk: String, record: Int, offset: Int, index: Int, previous: Int)
  /// An index exceeds the table that it refers to.
  case indexOutOfRange(file: String, chunk: String, record: Int, offset: Int, index: Int, limit: Int)
  /// Strict reading only: the first defect that lenient reading would have corrected.
  case defect(file: String, diagnostic: SoundFontDiagnostic)
}

extension SoundFontError: CustomStringConvertible {
  /// One sentence: the file, the position, the expected value, and a remedy.
  public var description: String {
    switch self {
    case .empty(let file): "\(file): the file is empty; expected a SoundFont 2 bank (.sf2)"
    case .notSoundFont(let file, let found?): "\(file): this is \(found), not a SoundFont 2 bank (.sf2)"
    case .notSoundFont(let file, nil):
      "\(file): not a SoundFont 2 bank: expected \"RIFF\" at offset 0 and \"sfbk\" at offset 8"
    case .unsupported(let file, let what): "\(file): \(what)"
    case .missingChunk(let file, let chunk):
      "\(file): the bank has no \"\(chunk)\" chunk; it is damaged or cut off, take another copy"
    case .badTableSize(let file, let chunk, let offset, let size, let recordSize):
      "\(file): \"\(chunk)\" at offset \(offset) has \(size) bytes; expected a multiple of \(recordSize), "
        + "at least one record"
    case .indexRunsBackwards(let file, let chunk, let record, let offset, let index, let previous):
      "\(file): \"\(chunk)\" record \(record) at offset \(offset) has index \(index); expected \(previous) or more, "
        + "as in the record before; the bank is damaged, take another copy"
    case .indexOutOfRange(let file, let chunk, let record, let offset, let index, let limit):
      "\(file): \"\(chunk)\" record \(record) at offset \(offset) has index \(index); expected at most \(limit); "
        + "the bank is damaged, take another copy"
    case .defect(let file, let diagnostic):
      "\(file): \(diagnostic); refused because reading is strict"
    }
  }
}
