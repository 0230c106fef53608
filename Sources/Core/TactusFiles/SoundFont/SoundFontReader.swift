extension SoundFont {
  /// The tolerance for defects.
  public enum Strictness: Sendable {
    /// Defects are corrected if possible; see ``SoundFont/diagnostics``.
    case lenient
    /// The first defect is an error.
    case strict
  }

  /// Reads a bank in place: only the tables are read, not the samples. The bank is a SoundFont or a DLS bank.
  ///
  /// - Parameters:
  ///   - file: the bytes; the bank keeps them.
  ///   - range: the position of an embedded bank in the file; nil for the whole file.
  ///   - strictness: whether defects are corrected or refused.
  ///   - generator: computes the sample data when it is first needed; nil if the file contains the data.
  /// - Throws: ``SoundFontError`` if the file is neither a SoundFont nor a DLS bank, or is too damaged.
  /// - Thread: control
  public convenience init(
    _ file: FileBytes, range: Range<Int>? = nil, strictness: Strictness = .lenient,
    generator: (any SampleGenerator)? = nil
  ) throws(SoundFontError) {
    let whole = 0..<file.bytes.count
    var parts = try Self.read(file, (range ?? whole).clamped(to: whole))
    if strictness == .strict, let defect = parts.diagnostics.entries.first(where: { $0.kind.isDefect }) {
      throw .defect(file: file.name, diagnostic: defect)
    }
    parts.generator = generator
    self.init(parts)
  }

  private static func read(_ file: FileBytes, _ range: Range<Int>) throws(SoundFontError) -> Content {
    if DLSReader.isDLS(file.bytes, range) {
      var reader = DLSReader(file)
      try reader.read(range)
      return reader.parts
    }
    var reader = SoundFontReader(file)
    try reader.read(range)
    return reader.parts
  }
}

/// Reads a SoundFont. The container is read here, the tables and samples in extensions.
struct SoundFontReader {
  let file: FileBytes
  var parts: SoundFont.Content
  /// The first chunk of each name in `INFO`, `sdta` and `pdta`.
  private var chunks: [ChunkTag: Chunk] = [:]
  private var foundTables = false
  /// The position of the sample data in the file.
  var sampleData: Range<Int> { chunks["smpl"]?.body ?? 0..<0 }
  /// The position of the sample names of SoundFont 1 in the file.
  var sampleNames: Range<Int> { chunks["snam"]?.body ?? 0..<0 }

  init(_ file: FileBytes) {
    self.file = file
    parts = SoundFont.Content(file: file)
  }

  mutating func read(_ range: Range<Int>) throws(SoundFontError) {
    try findChunks(range)
    readVersion()
    guard foundTables else { throw .missingChunk(file: file.name, chunk: "pdta") }
    let hydra = try Hydra(chunks, file, isVersion1: parts.version.major == 1)
    parts.pool = SamplePool(file, smpl: chunks["smpl"], sm24: chunks["sm24"], parts.version, &parts.diagnostics)
    readSamples(hydra)
    readDefaultModulators()
    try readZones(hydra)
    orderPresets(hydra)
  }

  /// Finds the three lists and their chunks. The tables are found even if the RIFF size is too small.
  private mutating func findChunks(_ range: Range<Int>) throws(SoundFontError) {
    guard !range.isEmpty else { throw .empty(file: file.name) }
    let bytes = UnsafeRawBufferPointer(rebasing: file.bytes[range])
    var header = ByteReader(file.bytes, range: range)
    guard let riff = header.tag(), let size = header.u32le(), let form = header.tag(),
      riff == "RIFF" || riff == "RIFX", form == "sfbk"
    else { throw .notSoundFont(file: file.name, found: FileGuess.guess(bytes)) }
    guard riff == "RIFF" else { throw .unsupported(file: file.name, what: "big-endian banks (RIFX) are not read") }

    let riffEnd = range.lowerBound + min(Int(clamping: size), Int.max / 2) + 8
    if riffEnd > range.upperBound || riffEnd + 1 < range.upperBound {
      parts.diagnostics.add(.riffSize, riff, at: range.lowerBound)
    }
    var reader = ChunkReader(file.bytes, header.offset..<range.upperBound)
    while !foundTables || reader.offset < riffEnd, let chunk = reader.next(&parts.diagnostics) {
      if chunk.tag == "LIST" { findChunks(in: chunk) } else { skip(chunk) }
    }
  }

  private mutating func findChunks(in list: Chunk) {
    var header = ByteReader(file.bytes, range: list.body)
    let form = header.tag()
    guard form == "INFO" || form == "sdta" || form == "pdta" else { return skip(list) }
    if form == "pdta" { foundTables = true }
    var reader = ChunkReader(file.bytes, header.offset..<list.body.upperBound)
    while let chunk = reader.next(&parts.diagnostics) {
      guard Self.names(in: form).contains(chunk.tag) else {
        skip(chunk)
        continue
      }
      if chunks[chunk.tag] == nil {
        chunks[chunk.tag] = chunk
        if form == "INFO" { parts.infoRanges[chunk.tag] = chunk.body }
      } else {
        parts.diagnostics.add(.repeatedChunk, chunk.tag, at: chunk.offset)
      }
    }
  }

  private static func names(in list: ChunkTag?) -> Set<ChunkTag> {
    switch list {
    case "INFO": infoNames
    case "sdta": ["smpl", "sm24", "snam"]
    default: tableNames
    }
  }
  private static let infoNames = Set(SoundFontInfo.tags + ["ifil", "iver", "DMOD"])
  private static let tableNames = Set(Hydra.Table.allCases.map { $0.tag })

  private mutating func skip(_ chunk: Chunk) {
    parts.diagnostics.add(.unknownChunk, chunk.tag, at: chunk.offset)
  }

  /// Reads the version. Version 1 has other units and sample records; version 3 is SF3, with the tables of version 2;
  /// unknown versions are read as 2.04.
  private mutating func readVersion() {
    guard let chunk = chunks["ifil"], let version = SoundFont.Version(file.bytes, chunk.body) else {
      parts.diagnostics.add(.versionMissing, "ifil", at: chunks["ifil"]?.offset ?? 0)
      return
    }
    parts.version = version
    let isKnown = version.major == 2 && version.minor <= 4 || version.major == 3 || version.major == 1
    if !isKnown { parts.diagnostics.add(.versionUnknown, "ifil", at: chunk.offset) }
  }

  /// Reads the bank's own default modulators: records as in `imod`, with a terminal record.
  private mutating func readDefaultModulators() {
    guard let chunk = chunks["DMOD"] else { return }
    let size = chunk.body.count
    guard size % 10 == 0, size > 0 else {
      return parts.diagnostics.add(.defaultModulatorsIgnored, "DMOD", at: chunk.offset)
    }
    var reader = ByteReader(file.bytes, range: chunk.body)
    var modulators: [SoundFont.Modulator] = []
    while reader.remaining > 10, let modulator = SoundFont.Modulator(&reader) {
      if !modulator.isEvaluable || modulator.linkedModulator != nil || modulator.source.isLink {
        parts.diagnostics.add(.modulatorIgnored, "DMOD", record: modulators.count, at: reader.offset - 10)
      }
      modulators.append(modulator)
    }
    parts.defaultModulators = modulators
  }

  /// Sorts presets by bank and program; if several have the same bank and program, only the first in the file is kept
  /// (2.04 §7.2).
  private mutating func orderPresets(_ hydra: Hydra) {
    let presets = parts.presets
    let all = presets.indices.map(Int32.init).sorted {
      (presets[Int($0)].number, $0) < (presets[Int($1)].number, $1)
    }
    for index in all {
      if let last = parts.presetOrder.last, presets[Int(last)].number == presets[Int(index)].number {
        parts.diagnostics.add(
          .presetShadowed, "phdr", record: Int(index), at: hydra.offset(.phdr, Int(index)))
      } else {
        parts.presetOrder.append(index)
      }
    }
  }
}

extension SoundFont.Modulator {
  /// Reads a record of ten bytes; nil if fewer remain.
  init?(_ reader: inout ByteReader) {
    guard let source = reader.u16le(), let destination = reader.u16le(), let amount = reader.u16le(),
      let scale = reader.u16le(), let transform = reader.u16le()
    else { return nil }
    self.init(
      source: .init(rawValue: source), destination: destination, amount: Int16(bitPattern: amount),
      amountSource: .init(rawValue: scale), transform: transform)
  }
}

extension SoundFont.Version {
  /// Reads the four bytes of `ifil` or `iver`; nil for another length.
  init?(_ bytes: UnsafeRawBufferPointer, _ range: Range<Int>) {
    var reader = ByteReader(bytes, range: range)
    guard range.count == 4, let major = reader.u16le(), let minor = reader.u16le() else { return nil }
    self.init(major, minor)
  }
}
