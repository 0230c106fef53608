import TactusFiles

/// Flattens presets into regions: every preset zone crossed with every instrument zone it reaches.
///
/// Inheritance (SoundFont 2.04 §8.5, §9.4): the default gives way to the instrument's global zone, that to its local
/// zone; then the preset's local zone, or its global one where the local is silent, is added; the sum is clamped.
struct RegionCompiler {
  /// A region under construction: places instead of pointers, until the tables stop growing.
  struct Draft {
    var font: Int
    var sample: SoundFont.SampleHeader
    /// Its number in the font.
    var sampleNumber: Int
    /// The key at which it sounds as recorded where no generator says so, and its correction in cents.
    var rootKey: UInt8
    var correction: Int8
    var range: RegionRange
    var modulators: Range<Int>
    var modulatesTimes: Bool
    var modulatesFilter: Bool
    var ownSoundControllers: UInt8
  }

  private(set) var drafts: [Draft] = []
  private(set) var generators: [Int16] = []
  private(set) var modulators: [RegionModulator] = []
  private(set) var entries: [PresetEntry] = []
  private(set) var longestModulatorList = 0
  /// Whether something was left out because of `SynthLimits`.
  private(set) var isCut = false
  private var zonePairs = 0
  private let facts = GeneratorFacts()
  /// The default modulators of each font: the list, and where a region finds them that has no others.
  private var defaults: [Int: (list: ModulatorList, plain: Range<Int>)] = [:]

  private let velocityFilter: VelocityFilter

  init(velocityFilter: VelocityFilter = .off) { self.velocityFilter = velocityFilter }

  private mutating func defaults(of bank: SoundFont, _ font: Int) -> (list: ModulatorList, plain: Range<Int>) {
    if let known = defaults[font] { return known }
    let list = ModulatorList(
      defaults: bank.defaultModulators ?? SoundFont.Modulator.defaults + velocityFilter.modulators)
    let resolved = list.resolved()
    let plain = modulators.count..<modulators.count + resolved.count
    modulators.append(contentsOf: resolved)
    longestModulatorList = max(longestModulatorList, resolved.count)
    defaults[font] = (list, plain)
    return (list, plain)
  }

  /// Adds one preset of a font under an address (bank · 128 + program). Addresses must come in ascending order.
  mutating func add(_ preset: SoundFont.Preset, of bank: SoundFont, font: Int, address: Int32) {
    let first = drafts.count
    for zoneIndex in preset.localZones {
      let zone = bank.presetZones[zoneIndex]
      guard let target = zone.target else { continue }
      let offsets = presetOffsets(zone, preset.globalZone.map { bank.presetZones[$0] }, bank)
      add(bank.instruments[target], reachedBy: zone, of: preset, offsets, bank, font)
    }
    entries.append(
      PresetEntry(address: address, firstRegion: Int32(first), regionCount: Int32(drafts.count - first)))
  }

  private mutating func add(
    _ instrument: SoundFont.Instrument, reachedBy presetZone: SoundFont.Zone, of preset: SoundFont.Preset,
    _ offsets: [Int32], _ bank: SoundFont, _ font: Int
  ) {
    let global = instrument.globalZone.map { bank.instrumentZones[$0] }
    let first = drafts.count
    defer { lockPairs(from: first) }
    for zoneIndex in instrument.localZones {
      zonePairs += 1
      guard drafts.count < SynthLimits.regions, zonePairs <= SynthLimits.zonePairs else {
        isCut = true
        return
      }
      let zone = bank.instrumentZones[zoneIndex]
      let keys = zone.keyRange.intersection(presetZone.keyRange)
      let velocities = zone.velocityRange.intersection(presetZone.velocityRange)
      guard !keys.isEmpty, !velocities.isEmpty, let target = zone.target, bank.samples[target].isUsable else {
        continue
      }
      addGenerators(zone, global, offsets, bank)
      let list = modulators(zone, global, presetZone, preset.globalZone.map { bank.presetZones[$0] }, bank, font)
      drafts.append(
        Draft(
          font: font, sample: bank.samples[target], sampleNumber: target,
          rootKey: bank.samples[target].rootKey, correction: bank.samples[target].correction,
          range: RegionRange(
            lowKey: keys.low, highKey: keys.high, lowVelocity: velocities.low, highVelocity: velocities.high),
          modulators: list, modulatesTimes: modulators[list].contains { facts.isTime(Int($0.destination)) },
          modulatesFilter: modulators[list].contains { $0.movesFilter },
          ownSoundControllers: modulators[list].reduce(0) { $0 | $1.soundControllers }))
    }
  }

  /// Has the left half of each stereo pair follow the right half's pitch, so that they stay together to the point.
  ///
  /// A pair is two zones for the same keys and velocities whose samples name each other. Source: SoundFont 2.04 §7.10:
  /// the halves are played in synchrony, their pitch controlled by the right sample's generators.
  private mutating func lockPairs(from first: Int) {
    var rights: [Int: Int] = [:]
    for index in first..<drafts.count where drafts[index].sample.channel == .right {
      rights[drafts[index].sampleNumber] = rights[drafts[index].sampleNumber] ?? index
    }
    guard !rights.isEmpty else { return }
    for left in first..<drafts.count where drafts[left].sample.channel == .left {
      let sample = drafts[left].sample
      guard let right = rights[Int(sample.link)], Int(drafts[right].sample.link) == drafts[left].sampleNumber,
        drafts[right].range == drafts[left].range
      else { continue }
      for generator in facts.pitch {
        generators[left * Gen.count + generator] = generators[right * Gen.count + generator]
      }
      (drafts[left].rootKey, drafts[left].correction) = (drafts[right].rootKey, drafts[right].correction)
    }
  }

  /// What a preset zone adds to each generator.
  private func presetOffsets(_ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ bank: SoundFont) -> [Int32] {
    var offsets = [Int32](repeating: 0, count: Gen.count)
    for generator in bank.generators[global?.generators ?? 0..<0] {
      offsets[Int(generator.kind.rawValue)] = Int32(generator.amount)
    }
    for generator in bank.generators[zone.generators] {
      offsets[Int(generator.kind.rawValue)] = Int32(generator.amount)
    }
    return offsets
  }

  /// Appends one region's generators.
  private mutating func addGenerators(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ offsets: [Int32], _ bank: SoundFont
  ) {
    let base = generators.count
    generators.append(contentsOf: facts.defaults)
    for generator in bank.generators[global?.generators ?? 0..<0] {
      generators[base + Int(generator.kind.rawValue)] = generator.amount
    }
    for generator in bank.generators[zone.generators] {
      generators[base + Int(generator.kind.rawValue)] = generator.amount
    }
    for index in 0..<Gen.count {
      let sum = Int32(generators[base + index]) + offsets[index]
      generators[base + index] = facts.clamped(sum, index)
    }
  }

  // MARK: Modulators

  /// A region's modulators: instrument zones supersede the defaults, preset zones add.
  private mutating func modulators(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ presetZone: SoundFont.Zone, _ presetGlobal: SoundFont.Zone?,
    _ bank: SoundFont, _ font: Int
  ) -> Range<Int> {
    var (list, plain) = defaults(of: bank, font)
    let zones = [global, zone, presetGlobal, presetZone]
    guard zones.contains(where: { $0?.modulators.isEmpty == false }) else { return plain }
    guard modulators.count < SynthLimits.modulators else {
      isCut = true
      return plain
    }
    list.supersede(global, in: bank)
    list.supersede(zone, in: bank)
    var additions = ModulatorList(defaults: [])
    additions.supersede(presetGlobal, in: bank)
    additions.supersede(presetZone, in: bank)
    list.add(additions)
    let resolved = list.resolved()
    let first = modulators.count
    modulators.append(contentsOf: resolved)
    longestModulatorList = max(longestModulatorList, resolved.count)
    return first..<modulators.count
  }
}

/// The generators' facts in flat form, so that flattening ten thousand regions takes milliseconds.
private struct GeneratorFacts {
  let defaults: [Int16]
  private let minima: [Int32]
  private let maxima: [Int32]

  init() {
    let kinds = (0..<UInt16(Gen.count)).map { GeneratorKind(rawValue: $0) }
    defaults = kinds.map { Int16(clamping: $0?.defaultAmount ?? 0) }
    var minima = kinds.map { Int32($0?.minimum ?? -32_768) }
    // A preset that asks to be louder counts against velocity and volume; only the sum of all is clipped at full level.
    minima[Gen.attenuation] = -1_440
    self.minima = minima
    maxima = kinds.map { Int32($0?.maximum ?? 32_767) }
  }

  func clamped(_ sum: Int32, _ index: Int) -> Int16 {
    // −32768 timecents is "no time at all", below the range; a sum that is not exactly that is an ordinary value.
    if sum == -32_768, isTime(index) { return -32_768 }
    return Int16(clamping: min(max(sum, minima[index]), maxima[index]))
  }

  /// The generators that only the pitch depends on.
  let pitch = [
    Gen.modLfoToPitch, Gen.vibLfoToPitch, Gen.modEnvToPitch, Gen.delayVibLfo, Gen.freqVibLfo, Gen.coarseTune,
    Gen.fineTune, Gen.scaleTuning, Int(GeneratorKind.overridingRootKey.rawValue),
  ]

  /// Whether a generator says when an envelope does something.
  func isTime(_ index: Int) -> Bool { (Gen.delayModEnv...Gen.keyToVolDecay).contains(index) }
}
