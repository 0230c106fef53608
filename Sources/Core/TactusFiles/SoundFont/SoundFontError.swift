/// Why a file is refused as a SoundFont. What can be salvaged is read instead, with a ``SoundFontDiagnostic``.
///
/// Refused is what leaves it open which record belongs to whom: a table that is missing, that is not a whole number of
/// records, or whose indices run backwards or out of the table below it.
public enum SoundFontError: Error, Hashable, Sendable {
  /// The file has no bytes.
  case empty(file: String)
  /// The file is something else; `found` says what, if that is known.
  case notSoundFont(file: String, found: String?)
  /// A SoundFont of a kind that is not read: version 1, big-endian.
  case unsupported(file: String, what: String)
  /// A chunk that must be there is not.
  case missingChunk(file: String, chunk: String)
  /// A table is not a whole number of records, or has not even its terminal record.
  case badTableSize(file: String, chunk: String, offset: Int, size: Int, recordSize: Int)
  /// An index is smaller than that of the record before.
  case indexRunsBackwards(file: String, chunk: String, record: Int, offset: Int, index: Int, previous: Int)
  /// An index points beyond the table it counts.
  case indexOutOfRange(file: String, chunk: String, record: Int, offset: Int, index: Int, limit: Int)
  /// Strict reading only: the first defect that lenient reading would have mended.
  case defect(file: String, diagnostic: SoundFontDiagnostic)
}

extension SoundFontError: CustomStringConvertible {
  /// One sentence: the file, the place, what was expected, what to do.
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
