/// Finds the song, and possibly a bank, in a RIFF file of form `RMID`.
///
/// Sizes are clamped to the file; the outer RIFF size is ignored.
enum RMIDReader {
  static func isRMID(_ bytes: UnsafeRawBufferPointer) -> Bool {
    var reader = ByteReader(bytes)
    guard reader.tag() == "RIFF", reader.u32le() != nil else { return false }
    return reader.tag() == "RMID"
  }

  /// What lists of form `INFO` say about the song and the bank.
  struct Information {
    /// The bank offset (`DBNK`), 0…127.
    var bankOffset: Int?
    /// The encoding of the song's texts (`MENC`); nil also for one that is not decoded.
    var encoding: MIDIFile.TextEncoding?
  }

  /// Returns the ranges of the chunk `data` and of an embedded bank (with its RIFF header), and the information; nil if
  /// there is no `data`.
  static func parts(_ reading: MIDIReading) -> (song: Range<Int>, bank: Range<Int>?, information: Information)? {
    var song: Range<Int>?
    var bank: Range<Int>?
    var information = Information()
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
      if name == "LIST" { read(reading.bytes, body, into: &information) }
      reader.skipPad(after: length, before: names)
    }
    return song.map { ($0, bank, information) }
  }

  /// Reads a list of form `INFO`. The first valid chunk of each name counts.
  ///
  /// Source: SF2 RMIDI specification, "INFO Chunk".
  private static func read(
    _ bytes: UnsafeRawBufferPointer, _ list: Range<Int>, into information: inout Information
  ) {
    var reader = ByteReader(bytes, range: list)
    guard reader.tag() == "INFO" else { return }
    while let name = reader.tag(), let length = reader.u32le().map(Int.init(clamping:)),
      let body = reader.range(min(length, reader.remaining))
    {
      if name == "DBNK", information.bankOffset == nil, body.count == 2 {
        let (low, high) = (bytes[body.lowerBound], bytes[body.lowerBound + 1])
        if low < 128, high == 0 { information.bankOffset = Int(low) }
      }
      if name == "MENC", information.encoding == nil { information.encoding = MIDIFile.TextEncoding(name: bytes[body]) }
      reader.skipPad(after: length, before: informationNames)
    }
  }

  private static let names: Set<ChunkTag> = ["data", "LIST", "RIFF", "DISP"]
  private static let informationNames: Set<ChunkTag> = [
    "DBNK", "IENC", "MENC", "INAM", "ICOP", "IART", "ICRD", "IPRD", "IPIC", "IGNR", "ICMT", "IENG", "ISFT",
  ]

  private static func isBank(_ bytes: UnsafeRawBufferPointer, _ body: Range<Int>) -> Bool {
    var reader = ByteReader(bytes, range: body)
    guard let form = reader.tag() else { return false }
    return form == "sfbk" || form == "DLS "
  }
}
