/// The defects of a bank, and how each was handled.
///
/// - Thread: any
public struct SoundFontDiagnostics: Sendable {
  /// The first defects of each kind, up to ``limitPerKind``, in the order in which they were found.
  public private(set) var entries: [SoundFontDiagnostic] = []
  /// The number of defects of each kind, including unlisted ones.
  public private(set) var counts: [SoundFontDiagnostic.Kind: Int] = [:]
  /// The maximum number of listed defects per kind. A kind that concerns the whole bank is listed only once.
  public static let limitPerKind = 20
  private static func limit(of kind: SoundFontDiagnostic.Kind) -> Int {
    kind == .sampleInROM ? 1 : limitPerKind
  }

  /// Whether any defect violates the specification.
  public var hasDefects: Bool { counts.keys.contains { $0.isDefect } }

  mutating func add(_ kind: SoundFontDiagnostic.Kind, _ chunk: ChunkTag, record: Int? = nil, at offset: Int) {
    let count = counts[kind, default: 0]
    counts[kind] = count + 1
    guard count < Self.limit(of: kind) else { return }
    entries.append(.init(kind: kind, chunk: chunk.description, record: record, offset: offset))
  }
}

/// A defect of a bank.
public struct SoundFontDiagnostic: Hashable, Sendable {
  /// The kind of defect.
  public let kind: Kind
  /// The four-character name of its chunk.
  public let chunk: String
  /// The index of the record in that chunk.
  public let record: Int?
  /// The absolute offset of the record, or of the chunk's header.
  public let offset: Int

  /// The kinds of defects; ``text`` describes each one and how it was handled.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    // the container
    case riffSize, sizeWrapped, chunksBeyondLimit, chunkCut, missingPad, unknownChunk, repeatedChunk
    case versionMissing, versionUnknown
    // the sample data
    case sampleDataMissing, sampleDataCopied, lowBytesIgnored
    // presets, instruments, zones
    case unreachableRecords, zoneBeyondTable, zoneWithoutTarget, targetOutOfRange, zoneInROM, emptyRange, presetShadowed
    // generators and modulators
    case misplacedRange, generatorAfterTarget, generatorUnknown, generatorNotForPresets, modulatorIgnored
    case defaultModulatorsIgnored
    // samples
    case sampleInROM, sampleEmpty, sampleBeyondPool, sampleCut, loopMended, rateMended
    case keyInvalid, linkBroken, compressionUnmarked
    // DLS banks
    case recordCut, countDisagrees, poolTableMissing, conditionFalse, conditionUnreadable, connectionIgnored
    case aliasesIgnored, waveUnreadable, waveMixed
  }
}

extension SoundFontDiagnostic.Kind {
  /// Whether it violates the specification, so that a strict reader refuses the file; others are only informative.
  public var isDefect: Bool {
    switch self {
    case .unknownChunk, .versionUnknown, .sampleDataCopied, .lowBytesIgnored, .presetShadowed, .generatorUnknown,
      .generatorNotForPresets, .modulatorIgnored, .sampleInROM, .zoneInROM, .conditionFalse, .connectionIgnored,
      .aliasesIgnored, .waveUnreadable, .waveMixed:
      false
    default: true
    }
  }

  /// The defect and its handling, without the position.
  public var text: String {
    switch self {
    case .riffSize: "the RIFF size disagrees with the file's length; the file's length was used"
    case .sizeWrapped: "the chunk is larger than its size field can say; its real size was taken"
    case .chunksBeyondLimit: "there are more chunks than any bank has; those from here on were left out"
    case .chunkCut: "the chunk extends beyond its enclosing chunk; it was truncated there"
    case .missingPad: "an odd chunk has no padding byte; the next chunk was read where it begins"
    case .unknownChunk: "unknown chunk; skipped"
    case .repeatedChunk: "the chunk is there a second time; only the first was read"
    case .versionMissing: "the format version is missing or damaged; 2.01 was taken"
    case .versionUnknown: "the format version is not 2.00 to 2.04; the file was read as 2.04"
    case .sampleDataMissing: "there is no sample data"
    case .sampleDataCopied: "the sample data is at an odd address; it was copied"
    case .lowBytesIgnored: "the 24-bit part does not fit the version or the sample data; 16 bits were used"
    case .unreachableRecords: "no index reaches the records from here on; they were left out"
    case .zoneBeyondTable: "the zone's generators or modulators lie beyond their table; the zone was dropped"
    case .zoneWithoutTarget: "the zone has no instrument or sample and is not the first; it was dropped"
    case .targetOutOfRange: "the zone's instrument or sample does not exist; the zone was dropped"
    case .zoneInROM: "the zone's sample is in the ROM of a sound card; the zone is silent"
    case .emptyRange: "the zone's lowest key or velocity is above its highest; it never sounds"
    case .presetShadowed: "an earlier preset has the same bank and program; only that one can be called"
    case .misplacedRange: "a key range that is not first, or a velocity range after other generators; ignored"
    case .generatorAfterTarget: "generators after the instrument or sample; ignored"
    case .generatorUnknown: "a generator without function; ignored"
    case .generatorNotForPresets: "a generator that only instruments may hold, in a preset; ignored"
    case .modulatorIgnored: "a modulator with an illegal source, destination or transform; it does nothing"
    case .defaultModulatorsIgnored:
      "the bank's list of default modulators has a wrong size or no terminal record; those of the format were used"
    case .sampleInROM: "the samples in the ROM of a sound card are not in the file; they are silent"
    case .sampleEmpty: "the sample's start is not before its end; it is silent"
    case .sampleBeyondPool: "the sample begins beyond the sample data; it is silent"
    case .sampleCut: "the sample ends beyond the sample data; it was cut there"
    case .loopMended: "the loop lies outside the sample, or its end precedes its start; it was corrected or dropped"
    case .rateMended: "the sample rate is impractical; the nearest practical one was taken"
    case .keyInvalid: "the original key is neither 0 to 127 nor 255; 60 was taken"
    case .compressionUnmarked: "the sample is compressed, though its type does not say so; it is decoded"
    case .recordCut: "the chunk is missing or too short for its fields; what it describes was left out"
    case .countDisagrees: "the number of instruments disagrees with the header; the instruments found were used"
    case .poolTableMissing: "the pool table is missing or damaged; waves were counted in the order of the pool"
    case .conditionFalse: "the condition of this part is false for this synthesizer; the part was left out"
    case .conditionUnreadable: "the condition cannot be evaluated; the part was kept"
    case .connectionIgnored: "a connection without effect in this synthesizer; ignored"
    case .aliasesIgnored: "the aliases of instruments are not read; skipped"
    case .waveUnreadable: "the wave is not PCM of 8 to 32 bits; it is silent"
    case .waveMixed: "the wave has several channels; they were mixed to one"
    case .linkBroken: "the sample's stereo partner does not exist; it is played as mono"
    }
  }
}

extension SoundFontDiagnostic: CustomStringConvertible {
  /// One line: the position, the defect, and its handling.
  public var description: String {
    "\(chunk)\(record.map { " record \($0)" } ?? "") at offset \(offset): \(kind.text)"
  }
}
