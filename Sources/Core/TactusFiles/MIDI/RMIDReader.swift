/// Finds the song, and possibly a bank, in a RIFF file of form `RMID`.
///
/// Sizes are clamped to the file; the outer RIFF size is ignored.
enum RMIDReader {
  static func isRMID(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = ByteReader(bytes)
    guard reader.tag() == "RIFF", reader.u32le() != nil else { return false }
    return reader.tag() == "RMID"
  }

  /// Returns the ranges of the chunk `data` and of an embedded bank (with its RIFF header), and the bank offset; nil if
  /// there is no `data`.
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

  /// Returns the value of `DBNK` in a list of form `INFO`: two bytes, 0…127; nil if it is missing or invalid.
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
