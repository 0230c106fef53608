import TactusFiles

/// Flattens presets into regions: one region for each pair of a preset zone and a zone of its instrument whose key and
/// velocity ranges overlap.
///
/// Inheritance (SoundFont 2.04 §8.5, §9.4): the instrument's global zone overrides the default, and its local zone
/// overrides the global zone. Then the value of the preset's local zone is added, or that of its global zone if the
/// local zone does not set the generator. The sum is clamped.
///
/// A large bank has about ten thousand regions, and the first note must wait for all of them. The compiler therefore
/// avoids copies, references and dictionaries for each region.
struct RegionCompiler {
  /// A region under construction. It refers to table entries by index, because pointers would become invalid while the
  /// tables grow.
  struct Draft {
    var font: Int32
    /// The index of the sample in the font.
    var sample: Int32
    /// The index of the region's modulator list.
    var modulators: Int32
    /// The sample's root key, which applies if no generator overrides it.
    var rootKey: UInt8
    /// The sample's pitch correction in cents.
    var correction: Int8
    /// The time in seconds in which a stolen or choked voice falls by 96 dB; nil for that of all SoundFonts.
    var shutdown: Float?
  }

  private(set) var drafts: [Draft] = []
  /// The key and velocity ranges of each draft. The caller owns the memory.
  private(set) var ranges: FlatTable<RegionRange>
  /// The generators of each draft, `Gen.count` values each. The caller owns the memory.
  private(set) var generators: FlatTable<Int16>
  /// The parts of the generators below their units, in rows as `generators`; only the rows of DLS banks are
  /// initialized. The caller owns the memory.
  private(set) var fractions: FlatTable<UInt16>
  private(set) var modulators: ModulatorTable
  private(set) var entries: [PresetEntry] = []
  private var isFull = false
  private var zonePairs = 0
  private var pairs = StereoPairs()
  private let capacity: Int
  private let facts = GeneratorFacts.shared
  /// The generators that the zones of the present instrument share. ``finish()`` frees the memory.
  private let shared = GeneratorFacts.Shared(
    row: .allocate(capacity: Gen.count), added: .allocate(capacity: Gen.count))

  /// Whether regions or modulators were omitted because of `SynthLimits`.
  var isCut: Bool { isFull || modulators.isCut }

  /// - Parameter zonePairs: the number of zone pairs in the presets that will be added; see ``Size``.
  init(_ fonts: [SoundFont], velocityFilter: VelocityFilter = .off, zonePairs: Int) {
    modulators = ModulatorTable(fonts, velocityFilter: velocityFilter)
    capacity = min(zonePairs, SynthLimits.regions)
    drafts.reserveCapacity(capacity)
    ranges = FlatTable(capacity: capacity)
    generators = FlatTable(capacity: capacity * Gen.count)
    fractions = FlatTable(capacity: fonts.contains { $0.format != .soundFont } ? capacity * Gen.count : 0)
  }

  /// Frees what only the compiler needs.
  func finish() {
    shared.row.deallocate()
    shared.added.deallocate()
  }

  /// Adds one preset of a font at an address (bank · 128 + program); nil for a preset without regions. Addresses must
  /// come in ascending order.
  mutating func add(_ preset: SoundFont.Preset?, of bank: SoundFont, font: Int, address: Int32) {
    let first = drafts.count
    if let preset { addRegions(of: preset, bank, font) }
    entries.append(
      PresetEntry(address: address, firstRegion: Int32(first), regionCount: Int32(drafts.count - first)))
  }

  private mutating func addRegions(of preset: SoundFont.Preset, _ bank: SoundFont, _ font: Int) {
    let global = preset.globalZone.map { bank.presetZones[$0] }
    for zoneIndex in preset.localZones {
      let zone = bank.presetZones[zoneIndex]
      guard let target = zone.target else { continue }
      add(bank.instruments[target], reachedBy: zone, global, bank, font)
    }
  }

  private mutating func add(
    _ instrument: SoundFont.Instrument, reachedBy presetZone: SoundFont.Zone, _ presetGlobal: SoundFont.Zone?,
    _ bank: SoundFont, _ font: Int
  ) {
    let global = instrument.globalZone.map { bank.instrumentZones[$0] }
    let (zones, samples, allGenerators) = (bank.instrumentZones, bank.samples, bank.generators)
    facts.write(global, allGenerators, plus: facts.offsets(presetZone, presetGlobal, allGenerators), to: shared)
    let around = modulators.numbers(around: global, presetGlobal, presetZone, bank, font)
    // A file's ranges may go beyond 127, where no note can be.
    let presetKeys = presetZone.keys(under: presetGlobal).intersection(.all)
    let presetVelocities = presetZone.velocities(under: presetGlobal).intersection(.all)
    pairs.begin()
    defer { lockPairs(hasFractions: bank.format != .soundFont) }
    for zoneIndex in instrument.localZones {
      zonePairs += 1
      guard drafts.count < capacity, zonePairs <= SynthLimits.zonePairs else {
        isFull = true
        return
      }
      let zone = zones[zoneIndex]
      let keys = zone.keys(under: global).intersection(presetKeys)
      let velocities = zone.velocities(under: global).intersection(presetVelocities)
      guard !keys.isEmpty, !velocities.isEmpty, let target = zone.target, samples[target].isUsable else { continue }
      let range = RegionRange(
        lowKey: keys.low, highKey: keys.high, lowVelocity: velocities.low, highVelocity: velocities.high)
      pairs.note(target, of: samples, at: drafts.count, range)
      let row = generators.base + drafts.count * Gen.count
      facts.write(zone, allGenerators, over: shared, to: row)
      ranges.append(range)
      if bank.format != .soundFont {
        facts.writeFractions(zone, global, allGenerators, of: row, to: fractions.base + drafts.count * Gen.count)
      }
      generators.count += Gen.count
      drafts.append(
        Draft(
          font: Int32(font), sample: Int32(target),
          modulators: modulators.list(zone, around, global, presetZone, presetGlobal, bank, font),
          rootKey: samples[target].rootKey, correction: samples[target].correction,
          shutdown: zone.shutdown ?? global?.shutdown))
    }
  }

  /// Makes the left half of each stereo pair use the right half's pitch, so that both halves stay in sync to the frame.
  ///
  /// A pair consists of two zones for the same keys and velocities whose samples refer to each other. Source: SoundFont
  /// 2.04 §7.10: the halves are played in synchrony, their pitch controlled by the right sample's generators.
  ///
  /// - Parameter hasFractions: the generators of both have fractions, as those of DLS banks.
  private mutating func lockPairs(hasFractions: Bool) {
    for (left, right) in pairs.matched() {
      let (from, to) = (generators.base + right * Gen.count, generators.base + left * Gen.count)
      for generator in facts.pitch { to[generator] = from[generator] }
      if hasFractions {
        let (from, to) = (fractions.base + right * Gen.count, fractions.base + left * Gen.count)
        for generator in facts.pitch { to[generator] = from[generator] }
      }
      (drafts[left].rootKey, drafts[left].correction) = (drafts[right].rootKey, drafts[right].correction)
    }
  }
}
