/// Reads a bank of Downloadable Sounds, level 1 or 2, into the form of a SoundFont: each instrument becomes a preset,
/// each region a zone, each wave a sample.
///
/// The units of both formats agree: timecents, cents, 0.1 dB and 0.1 %. The fractions that DLS adds to them are kept in
/// ``SoundFont/Generator/fraction`` and ``SoundFont/Modulator/fraction``. The container is read here, the waves,
/// instruments and regions in extensions.
struct DLSReader {
  let file: FileBytes
  var parts: SoundFont.Content
  /// The lists and chunks at the top level; the first of each name.
  private var chunks: [ChunkTag: Chunk] = [:]
  /// The lists at the top level by form; the first of each form.
  private var lists: [ChunkTag: Chunk] = [:]
  var waves: [DLSWave] = []
  /// The index of each wave in `waves`, by the offset of its list from the start of the wave pool.
  var waveIndices: [Int: Int] = [:]
  /// The offset of each wave from the start of the wave pool, by the index that regions use; nil without a pool table.
  var cues: DLSPoolTable?
  /// The pitches of the phase masters of the instrument that is being added.
  var masters: [DLSPhaseKey: DLSPitch] = [:]
  /// The samples that have been created, by wave and loop.
  var sampleIndices: [DLSSampleKey: Int] = [:]
  /// The headers of the instruments that have been added, in the order of their presets.
  var headers: [DLSInstrument.Header] = []
  /// Whether the file has chunks of level 2.
  var isLevel2 = false

  init(_ file: FileBytes) {
    self.file = file
    parts = SoundFont.Content(file: file)
    parts.names = [:]
  }

  /// Whether the bytes begin like a DLS bank.
  static func isDLS(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) -> Bool {
    var reader = ByteReader(bytes, range: range)
    guard reader.tag() == "RIFF", reader.u32le() != nil else { return false }
    return reader.tag() == "DLS "
  }

  mutating func read(_ range: Range<Int>) throws(SoundFontError) {
    try findChunks(range)
    guard let instruments = lists["lins"] else { throw .missingChunk(file: file.name, chunk: "lins") }
    guard let pool = lists["wvpl"] else { throw .missingChunk(file: file.name, chunk: "wvpl") }
    if let information = lists["INFO"] { readInformation(information) }
    parts.pool = SamplePool(wholeFile: file)
    readWaves(pool)
    readPoolTable(chunks["ptbl"], of: pool)
    parts.defaultModulators = SoundFont.Modulator.dlsDefaults
    if holds(chunks["cdl "]) {
      readInstruments(instruments, count: chunks["colh"])
    } else {
      parts.diagnostics.add(.conditionFalse, "cdl ", at: chunks["cdl "]?.offset ?? range.lowerBound)
    }
    parts.format = .dls(level: isLevel2 ? 2 : 1)
    parts.version = SoundFont.Version(isLevel2 ? 2 : 1, 0)
    numberBanks()
    orderPresets()
  }

  private mutating func findChunks(_ range: Range<Int>) throws(SoundFontError) {
    var header = ByteReader(file.bytes, range: range)
    header.skip(4)
    let size = header.u32le() ?? 0
    header.skip(4)
    let riffEnd = range.lowerBound + min(Int(clamping: size), Int.max / 2) + 8
    if riffEnd > range.upperBound || riffEnd + 1 < range.upperBound {
      parts.diagnostics.add(.riffSize, "RIFF", at: range.lowerBound)
    }
    var reader = ChunkReader(file.bytes, header.offset..<range.upperBound)
    var isComplete: Bool { lists["lins"] != nil && lists["wvpl"] != nil }
    while !isComplete || reader.offset < riffEnd, let chunk = reader.next(&parts.diagnostics) {
      let name = chunk.tag == "LIST" ? form(of: chunk) ?? chunk.tag : chunk.tag
      if name == "3gri" || name == "3ewl" || name == "einf" {
        throw .unsupported(file: file.name, what: "GigaStudio banks are not read; convert the bank to SF2 first")
      }
      guard Self.topNames.contains(name) else {
        parts.diagnostics.add(.unknownChunk, name, at: chunk.offset)
        continue
      }
      let isKnown = chunk.tag == "LIST" ? lists[name] != nil : chunks[name] != nil
      if name == "pgal" { parts.diagnostics.add(.aliasesIgnored, name, at: chunk.offset) }
      if isKnown {
        parts.diagnostics.add(.repeatedChunk, name, at: chunk.offset)
      } else if chunk.tag == "LIST" {
        lists[name] = chunk
      } else {
        chunks[name] = chunk
      }
    }
  }

  private static let topNames: Set<ChunkTag> = [
    "colh", "cdl ", "vers", "dlid", "msyn", "ptbl", "pgal", "lins", "wvpl", "INFO",
  ]

  /// Returns the form of a list.
  func form(of list: Chunk) -> ChunkTag? {
    var reader = ByteReader(file.bytes, range: list.body)
    return reader.tag()
  }

  /// Returns the chunks of a list.
  mutating func chunks(of list: Chunk) -> [Chunk] {
    var reader = ChunkReader(file.bytes, min(list.body.lowerBound + 4, list.body.upperBound)..<list.body.upperBound)
    var chunks: [Chunk] = []
    while let chunk = reader.next(&parts.diagnostics) { chunks.append(chunk) }
    return chunks
  }

  /// Whether a condition holds; a missing one does. One that cannot be evaluated is reported, and counts as true.
  mutating func holds(_ condition: Chunk?) -> Bool {
    guard let condition else { return true }
    if let value = DLSCondition.value(of: ByteReader(file.bytes, range: condition.body)) { return value != 0 }
    parts.diagnostics.add(.conditionUnreadable, "cdl ", at: condition.offset)
    return true
  }

  /// Reads the information strings of the bank.
  private mutating func readInformation(_ list: Chunk) {
    for chunk in chunks(of: list) where parts.infoRanges[chunk.tag] == nil { parts.infoRanges[chunk.tag] = chunk.body }
  }

  /// Records the name in the information list of an instrument or wave.
  mutating func readName(_ list: Chunk, of owner: Chunk) {
    for chunk in chunks(of: list) where chunk.tag == "INAM" { parts.names?[owner.offset] = chunk.body }
  }

  /// Sorts the presets by bank and program; if several have the same bank and program, only the first in the file is
  /// kept.
  private mutating func orderPresets() {
    let presets = parts.presets
    let all = presets.indices.map(Int32.init).sorted {
      (presets[Int($0)].number, $0) < (presets[Int($1)].number, $1)
    }
    for index in all {
      if let last = parts.presetOrder.last, presets[Int(last)].number == presets[Int(index)].number {
        parts.diagnostics.add(
          .presetShadowed, "insh", record: Int(index), at: presets[Int(index)].owner.recordOffset)
      } else {
        parts.presetOrder.append(index)
      }
    }
  }
}
