extension SoundFontReader {
  /// Reads the presets and the instruments, with their zones, generators and modulators.
  mutating func readZones(_ hydra: Hydra) throws(SoundFontError) {
    let instrumentCount = min(hydra.count(.inst) - 1, 0x10000)
    var presets = LevelReader(.presets, hydra, file, parts.diagnostics)
    try presets.read(ownerCount: hydra.count(.phdr) - 1, targetCount: instrumentCount)

    var instruments = LevelReader(.instruments, hydra, file, presets.diagnostics)
    instruments.generators = presets.generators
    instruments.modulators = presets.modulators
    instruments.targetsInROM = Set(parts.samples.indices.filter { parts.samples[$0].isROM })
    try instruments.read(ownerCount: instrumentCount, targetCount: parts.samples.count)

    parts.presets = presets.owners.enumerated().map { index, owner in
      .init(bank: hydra.u16(.phdr, index, 22), program: hydra.u16(.phdr, index, 20), owner: owner)
    }
    parts.instruments = instruments.owners.map(SoundFont.Instrument.init(owner:))
    parts.presetZones = presets.zones
    parts.instrumentZones = instruments.zones
    parts.generators = instruments.generators
    parts.modulators = instruments.modulators
    parts.diagnostics = instruments.diagnostics
  }
}

/// Reads the tables of one level: the owners of zones (presets or instruments), and the contents of the zones.
struct LevelReader {
  /// The tables of a level, and the generator that specifies a zone's target.
  struct Level {
    let header, bag, mod, gen: Hydra.Table
    /// The offset of the bag index in the header record.
    let bagField: Int
    let target: GeneratorKind
    let isPreset: Bool

    static let presets = Level(
      header: .phdr, bag: .pbag, mod: .pmod, gen: .pgen, bagField: 24, target: .instrument, isPreset: true)
    static let instruments = Level(
      header: .inst, bag: .ibag, mod: .imod, gen: .igen, bagField: 20, target: .sampleID, isPreset: false)
  }

  let level: Level
  let hydra: Hydra
  let file: FileBytes
  var diagnostics: SoundFontDiagnostics
  var owners: [SoundFont.ZoneOwner] = []
  var zones: [SoundFont.Zone] = []
  var generators: [SoundFont.Generator] = []
  var modulators: [SoundFont.Modulator] = []
  /// The index in `modulators` of the first modulator record of this level.
  private var firstModulator = 0
  private var targetCount = 0
  /// The generators of the global zone, in a bank of SoundFont 1.
  private var globalGenerators: [GeneratorKind] = []
  /// The indices of samples that are in ROM, not in the file.
  var targetsInROM: Set<Int> = []

  init(_ level: Level, _ hydra: Hydra, _ file: FileBytes, _ diagnostics: SoundFontDiagnostics) {
    self.level = level
    self.hydra = hydra
    self.file = file
    self.diagnostics = diagnostics
  }

  mutating func read(ownerCount: Int, targetCount: Int) throws(SoundFontError) {
    self.targetCount = targetCount
    let bagLimit = hydra.count(level.bag) - 1
    let bags = try checkIndices(level.header, level.bagField, 0...ownerCount, limit: bagLimit)
    let gens = try checkIndices(level.bag, 0, bags)
    let mods = try checkIndices(level.bag, 2, bags)
    report(unreachable: level.bag, bags)
    report(unreachable: level.gen, gens)
    report(unreachable: level.mod, mods)
    readModulators(count: min(mods.upperBound, hydra.count(level.mod)))
    owners.reserveCapacity(ownerCount)
    zones.reserveCapacity(bags.count)
    generators.reserveCapacity(generators.count + min(gens.count, hydra.count(level.gen)))
    for owner in 0..<ownerCount { readOwner(owner) }
  }

  /// Throws if the indices of a table exceed a limit, or if they descend, which makes the owners of records ambiguous.
  /// - Returns: the range from the first index to the last one, which is the end of the indexed records.
  private func checkIndices(
    _ table: Hydra.Table, _ field: Int, _ records: ClosedRange<Int>, limit: Int? = nil
  ) throws(SoundFontError) -> ClosedRange<Int> {
    let first = Int(hydra.u16(table, records.lowerBound, field))
    var last = first
    for record in records {
      let index = Int(hydra.u16(table, record, field))
      guard index >= last else {
        throw .indexRunsBackwards(
          file: file.name, chunk: table.tag.description, record: record, offset: hydra.offset(table, record) + field,
          index: index, previous: last)
      }
      if let limit, index > limit {
        throw .indexOutOfRange(
          file: file.name, chunk: table.tag.description, record: record, offset: hydra.offset(table, record) + field,
          index: index, limit: limit)
      }
      last = index
    }
    return first...last
  }

  /// Reports records before the first index, or between the last index and the terminal record.
  private mutating func report(unreachable table: Hydra.Table, _ reached: ClosedRange<Int>) {
    if reached.lowerBound > 0 { diagnostics.add(.unreachableRecords, table.tag, record: 0, at: hydra.offset(table, 0)) }
    let record = reached.upperBound
    guard record < hydra.count(table) - 1 else { return }
    diagnostics.add(.unreachableRecords, table.tag, record: record, at: hydra.offset(table, record))
  }

  private mutating func readModulators(count: Int) {
    firstModulator = modulators.count
    modulators.reserveCapacity(firstModulator + count)
    for record in 0..<count {
      func field(_ offset: Int) -> UInt16 { hydra.u16(level.mod, record, offset) }
      modulators.append(
        .init(
          source: .init(rawValue: field(0)), destination: field(2), amount: Int16(bitPattern: field(4)),
          amountSource: .init(rawValue: field(6)), transform: field(8)))
    }
  }

  private mutating func readOwner(_ owner: Int) {
    let firstZone = zones.count
    let bags =
      Int(hydra.u16(level.header, owner, level.bagField))..<Int(hydra.u16(level.header, owner + 1, level.bagField))
    for bag in bags {
      if bag == bags.lowerBound { globalGenerators = [] }
      if let zone = readZone(bag, isFirst: bag == bags.lowerBound) { zones.append(zone) }
    }
    owners.append(
      .init(
        recordOffset: hydra.offset(level.header, owner), firstZone: Int32(firstZone),
        zoneCount: Int32(zones.count - firstZone),
        hasGlobalZone: zones.count > firstZone && zones[firstZone].isGlobal))
  }

  /// Returns a zone. If the zone is dropped, removes its generators and returns nil.
  private mutating func readZone(_ bag: Int, isFirst: Bool) -> SoundFont.Zone? {
    func span(_ field: Int) -> Range<Int> {
      Int(hydra.u16(level.bag, bag, field))..<Int(hydra.u16(level.bag, bag + 1, field))
    }
    let (gens, mods) = (span(0), span(2))
    guard gens.upperBound <= hydra.count(level.gen), mods.upperBound <= hydra.count(level.mod) else {
      return drop(bag, .zoneBeyondTable)
    }
    let firstGenerator = generators.count
    let content = readGenerators(gens)
    if let target = content.target {
      if target >= targetCount { return drop(bag, .targetOutOfRange, keeping: firstGenerator) }
      if targetsInROM.contains(target) {
        diagnostics.add(.zoneInROM, level.bag.tag, record: bag, at: hydra.offset(level.bag, bag))
      }
    } else if !isFirst {
      return drop(bag, .zoneWithoutTarget, keeping: firstGenerator)
    }
    if content.keys?.isEmpty == true || content.velocities?.isEmpty == true {
      diagnostics.add(.emptyRange, level.bag.tag, record: bag, at: hydra.offset(level.bag, bag))
    }
    removeRepeated(from: firstGenerator)
    if hydra.isVersion1 {
      let inherited = isFirst ? [] : globalGenerators
      SoundFont1.convert(
        &generators, from: firstGenerator, isPreset: level.isPreset,
        inherited: content.target == nil ? nil : inherited)
      if isFirst { globalGenerators = content.target == nil ? generators[firstGenerator...].map { $0.kind } : [] }
    }
    checkModulators(mods)
    return .init(
      keyRange: content.keys, velocityRange: content.velocities, target: content.target,
      generators: firstGenerator..<generators.count,
      modulators: firstModulator + mods.lowerBound..<firstModulator + mods.upperBound)
  }

  /// Removes all but the last generator of each kind from a zone that has more generators than there are kinds: others
  /// do not count, and a player would examine them each time it uses the zone.
  private mutating func removeRepeated(from first: Int) {
    guard generators.count - first > GeneratorKind.allCases.count else { return }
    var kinds: Set<GeneratorKind> = []
    let last = generators[first...].reversed().filter { kinds.insert($0.kind).inserted }
    generators.replaceSubrange(first..., with: last.reversed())
  }

  private mutating func drop(
    _ bag: Int, _ kind: SoundFontDiagnostic.Kind, keeping count: Int? = nil
  ) -> SoundFont.Zone? {
    if let count { generators.removeSubrange(count...) }
    diagnostics.add(kind, level.bag.tag, record: bag, at: hydra.offset(level.bag, bag))
    return nil
  }

  private struct ZoneContent {
    /// Nil if the zone sets no range.
    var keys, velocities: SoundFont.ValueRange?
    var target: Int?
  }

  /// Appends the generators that shape the sound, and returns the ranges and the target (2.04 §8.1.2).
  private mutating func readGenerators(_ records: Range<Int>) -> ZoneContent {
    var content = ZoneContent()
    /// The only record that may be a velocity range: the first, or the second if the first is a key range.
    var rangeEnd = records.lowerBound
    for record in records {
      let number = hydra.u16(level.gen, record, 0)
      let amount = Int16(bitPattern: hydra.u16(level.gen, record, 2))
      guard let kind = GeneratorKind(rawValue: number),
        kind.hasFunction || hydra.isVersion1 && kind == SoundFont1.samplePitch
      else {
        report(.generatorUnknown, record)
        continue
      }
      let generator = SoundFont.Generator(kind, amount)
      switch kind {
      case level.target:
        content.target = generator.index
        if record + 1 < records.upperBound { report(.generatorAfterTarget, record + 1) }
        return content
      case .keyRange where record == records.lowerBound:
        content.keys = .init(low: generator.lowByte, high: generator.highByte)
        rangeEnd += 1
      case .velRange where record == rangeEnd:
        content.velocities = .init(low: generator.lowByte, high: generator.highByte)
      case .keyRange, .velRange: report(.misplacedRange, record)
      case _ where level.isPreset && !kind.isLegalAtPresetLevel: report(.generatorNotForPresets, record)
      case .instrument: report(.generatorUnknown, record)
      default: generators.append(generator)
      }
    }
    return content
  }

  private mutating func report(_ kind: SoundFontDiagnostic.Kind, _ record: Int) {
    diagnostics.add(kind, level.gen.tag, record: record, at: hydra.offset(level.gen, record))
  }

  /// Reports modulators without an effect; they are kept, because links refer to modulators by index.
  private mutating func checkModulators(_ records: Range<Int>) {
    for record in records {
      let modulator = modulators[firstModulator + record]
      let isLinkBroken = modulator.linkedModulator.map { link in
        link >= records.count || !modulators[firstModulator + records.lowerBound + link].source.isLink
      }
      guard !modulator.isEvaluable || isLinkBroken == true else { continue }
      diagnostics.add(.modulatorIgnored, level.mod.tag, record: record, at: hydra.offset(level.mod, record))
    }
  }
}
