extension TinyBank {
  /// The regions of one preset, resolved for the golden model according to SF2.04 §9.4 and §9.5: in an instrument the
  /// local zone replaces the global one, which replaces the defaults; a preset's values add.
  ///
  /// - Parameter defaults: the default modulators that apply.
  package func golden(
    bank: Int = 0, program: Int = 0, defaults: [Golden.Modulator] = Golden.Modulator.defaults
  ) -> (bank: Golden.Bank, regions: [Golden.Region]) {
    guard let preset = presets.first(where: { $0.bank == bank && $0.program == program }) else {
      return (pool, [])
    }
    var regions: [Golden.Region] = []
    let (presetGlobal, presetZones) = split(preset.zones)
    for presetZone in presetZones {
      let (instrumentGlobal, instrumentZones) = split(instruments[presetZone.target ?? 0])
      for zone in instrumentZones {
        // A local zone's own range replaces the global one's; here a global zone never has a range.
        guard let keys = presetZone.keys.intersection(zone.keys),
          let velocities = presetZone.velocities.intersection(zone.velocities)
        else { continue }
        var generators = (instrumentGlobal?.generators ?? [:]).merging(zone.generators) { $1 }
        let added = (presetGlobal?.generators ?? [:]).merging(presetZone.generators) { $1 }
        for (generator, amount) in added where generator.isLegalInPreset {
          generators[generator, default: generator.defaultAmount] += amount
        }
        var modulators = ModulatorList(defaults)
        modulators.supersede(with: instrumentGlobal?.modulators ?? [])
        modulators.supersede(with: zone.modulators)
        var more = ModulatorList(presetGlobal?.modulators ?? [])
        more.supersede(with: presetZone.modulators)
        modulators.add(more)
        regions.append(
          Golden.Region(
            sample: zone.target ?? 0, generators: generators, modulators: modulators.all, keys: keys,
            velocities: velocities))
      }
    }
    return (pool, regions)
  }

  /// All samples, each with its guard, and their positions, as in the written file.
  private var pool: Golden.Bank {
    var result = Golden.Bank(pool: [], samples: [])
    let isWide = samples.contains { !$0.lowBytes.isEmpty }
    var low: [UInt8] = []
    for sample in samples {
      let start = result.pool.count
      let loop = sample.loop ?? 0..<0
      result.samples.append(
        Golden.Sample(
          start: start, end: start + sample.points.count, loopStart: start + loop.lowerBound,
          loopEnd: start + loop.upperBound, rate: Double(sample.rate), rootKey: sample.rootKey,
          correction: sample.correction))
      result.pool += sample.points + [Int16](repeating: 0, count: Self.guardPoints)
      let missing = sample.points.count - sample.lowBytes.count + Self.guardPoints
      low += sample.lowBytes + [UInt8](repeating: 0, count: missing)
    }
    if isWide { result.lowBytes = low }
    return result
  }

  private func split(_ zones: [Zone]) -> (global: Zone?, local: [Zone]) {
    guard let first = zones.first, first.target == nil else { return (nil, zones) }
    return (first, Array(zones.dropFirst()))
  }
}

/// Collects the modulators of several zones in one list, with links adjusted to its indices.
private struct ModulatorList {
  private(set) var all: [Golden.Modulator]

  init(_ modulators: [Golden.Modulator]) { all = modulators }

  /// An identical modulator is replaced in its place, others are appended. A link counts in its own zone's list, so
  /// that two links, or two ends of links, of different zones are never the same thing.
  mutating func supersede(with zone: [Golden.Modulator]) { take(zone) { $1.amount } }

  /// An identical modulator's amount is added to, others are appended.
  mutating func add(_ other: ModulatorList) { take(other.all) { $0.amount + $1.amount } }

  private mutating func take(_ zone: [Golden.Modulator], _ amount: (Golden.Modulator, Golden.Modulator) -> Int) {
    let first = all.count
    var places: [Int] = []
    for modulator in zone {
      let known = all.firstIndex { $0.isIdentical(to: modulator) && !$0.isLinked && !modulator.isLinked }
      if let known {
        // If a zone has two identical modulators, the last one applies, as with generators.
        all[known].amount = known < first ? amount(all[known], modulator) : modulator.amount
        places.append(known)
      } else {
        all.append(modulator)
        places.append(all.count - 1)
      }
    }
    for position in first..<all.count where all[position].destination & 0x8000 != 0 {
      let index = Int(all[position].destination & 0x7FFF)
      // No destination: neither a generator nor a link.
      all[position].destination = index < places.count ? 0x8000 | UInt16(places[index]) : 0x7FFF
    }
  }
}

extension Golden.Modulator {
  fileprivate var isLinked: Bool { destination & 0x8000 != 0 || source & 0xFF == 127 }
}

extension Golden.Generator {
  /// SF2.04 §8.5: offsets, substitutions, modes, class and root key are for instruments only.
  fileprivate var isLegalInPreset: Bool {
    ![0, 1, 2, 3, 4, 12, 45, 46, 47, 50, 54, 57, 58].contains(rawValue)
  }
}

extension ClosedRange<Int> {
  fileprivate func intersection(_ other: ClosedRange<Int>) -> ClosedRange<Int>? {
    overlaps(other) ? clamped(to: other) : nil
  }
}
