/// Finds the song, and perhaps a bank, in a RIFF file of form `RMID`.
///
/// Sizes are clamped to the file: what the outer RIFF size says does not matter.
enum RMIDReader {
  static func isRMID(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = ByteReader(bytes)
    guard reader.tag() == "RIFF", reader.u32le() != nil else { return false }
    return reader.tag() == "RMID"
  }

  /// Where the chunk `data` and an embedded bank (with its RIFF header) lie, and what the file says of the bank's numbers;
  /// nil without `data`.
  static func parts(_ reading: MIDIReading) -> (song: Range<Int>, bank: Range<Int>?, bankOffset: Int?)? {
    var song: Range<Int>?
    var bank: Range<Int>?
    var bankOffset: Int?
    var reader = ByteReader(reading.bytes)
    reader.seek(to: 12)
    while reader.remaining >= 8, !reading.isStopped {
      let start = reader.offset
      guard let name = reader.tag(), let length = reader.u32le().map(Int.init(clamping:)) else { break }
      if length > reader.remaining {
        reading.report(
          .riffCut(name: name.description, length: length, available: reader.remaining), at: start)
      }
      guard let body = reader.range(min(length, reader.remaining)) else { break }
      if name == "data", song == nil { song = body }
      if name == "RIFF", bank == nil, isBank(reading.bytes, body) { bank = start..<body.upperBound }
      if name == "LIST", bankOffset == nil { bankOffset = self.bankOffset(reading.bytes, body) }
      if length & 1 == 1 { reader.skip(1) }
    }
    return song.map { ($0, bank, bankOffset) }
  }

  /// What `DBNK` in a list of form `INFO` says: two bytes, 0…127; nil where it is missing or says something else.
  ///
  /// Source: SF2 RMIDI specification, "DBNK Chunk".
  private static func bankOffset(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>) -> Int? {
    var reader = ByteReader(bytes, range: body)
    guard reader.tag() == "INFO" else { return nil }
    while let name = reader.tag(), let length = reader.u32le().map(Int.init(clamping:)) {
      if name == "DBNK" {
        guard length == 2, let low = reader.u8(), let high = reader.u8(), low < 128, high == 0 else { return nil }
        return Int(low)
      }
      guard reader.range(min(length, reader.remaining)) != nil else { return nil }
      if length & 1 == 1 { reader.skip(1) }
    }
    return nil
  }

  private static func isBank(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>) -> Bool {
    var reader = ByteReader(bytes, range: body)
    guard let form = reader.tag() else { return false }
    return form == "sfbk" || form == "DLS "
  }
}
