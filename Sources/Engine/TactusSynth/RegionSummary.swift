import TactusDSP
import TactusFiles

/// A preset's regions as the synthesizer compiles them, for display.
///
/// - Thread: control
package struct RegionSummary: Sendable {
  /// A preset zone combined with an instrument zone.
  package struct Item: Sendable {
    /// The keys and velocities for which it sounds, 0…127; neither range is empty.
    package let keys, velocities: SoundFont.ValueRange
    /// The sample that it plays.
    package let sample: SoundFont.SampleHeader
    /// The key at which the sample sounds as recorded.
    package let rootKey: Int
    /// The summed and clamped generators, by generator number.
    private let generators: [Int16]

    fileprivate init(_ range: RegionRange, _ sample: SoundFont.SampleHeader, _ generators: [Int16]) {
      keys = .init(low: range.lowKey, high: range.highKey)
      velocities = .init(low: range.lowVelocity, high: range.highVelocity)
      self.sample = sample
      self.generators = generators
      let override = generators[Int(GeneratorKind.overridingRootKey.rawValue)]
      rootKey = override >= 0 ? Int(override) : Int(sample.rootKey)
    }

    /// Returns the summed amount of a generator.
    package func amount(_ kind: GeneratorKind) -> Int {
      generators.indices.contains(Int(kind.rawValue)) ? Int(generators[Int(kind.rawValue)]) : kind.defaultAmount
    }
  }

  /// The regions, in the order of the preset's zones.
  package private(set) var items: [Item] = []
  /// The number of zone pairs whose sample cannot be played; `items` does not contain them.
  package private(set) var unusableCount = 0
  /// Whether the preset has more regions than the synthesizer allows.
  package let isCut: Bool

  /// Compiles the regions of one preset.
  package init(_ preset: SoundFont.Preset, of font: SoundFont) {
    var size = RegionCompiler.Size([font])
    size.add(preset, of: font)
    var compiler = RegionCompiler([font], zonePairs: size.zonePairs)
    defer {
      compiler.ranges.free()
      compiler.generators.free()
      compiler.fractions.free()
      compiler.finish()
    }
    compiler.add(preset, of: font, font: 0, address: 0)
    isCut = compiler.isCut
    items.reserveCapacity(compiler.drafts.count)
    for (index, draft) in compiler.drafts.enumerated() {
      let row = UnsafeBufferPointer(start: compiler.generators.base + index * Gen.count, count: Gen.count)
      items.append(Item(compiler.ranges.base[index], font.samples[Int(draft.sample)], Array(row)))
    }
    for zone in preset.localZones {
      guard !isCut, let target = font.presetZones[zone].target else { continue }
      unusableCount += font.instruments[target].localZones.count { index in
        font.instrumentZones[index].target.map { !font.samples[$0].isUsable } ?? false
      }
    }
  }
}

/// The volume envelope of a region at one key, in seconds, from its generators alone.
///
/// Source: SoundFont 2.04 §8.1.2, generators 33–40; decay and release times are for a fall by 96 dB, as in
/// ``VolumeEnvelope``.
package struct EnvelopeShape: Hashable, Sendable {
  package let delay, attack, hold, decay, release: Double
  /// The sustain level in decibels below full level, 0…96.
  package let sustain: Double

  package init(_ item: RegionSummary.Item, key: Int) {
    func seconds(_ kind: GeneratorKind, perKey: GeneratorKind? = nil) -> Double {
      let amount = item.amount(kind)
      // The shortest delay counts as zero, as in the synthesizer.
      if amount == -32_768 || (kind == .delayVolEnv && amount <= -12_000) { return 0 }
      let slope = perKey.map { item.amount($0) } ?? 0
      return ExactMath.ratio(cents: Double(amount + slope * (60 - key)))
    }
    delay = seconds(.delayVolEnv)
    attack = seconds(.attackVolEnv)
    hold = seconds(.holdVolEnv, perKey: .keynumToVolEnvHold)
    decay = seconds(.decayVolEnv, perKey: .keynumToVolEnvDecay)
    release = seconds(.releaseVolEnv)
    sustain = min(96, max(0, Double(item.amount(.sustainVolEnv)) / 10))
  }

  /// The time at which the sustain level is reached if the key is held.
  package var settled: Double { delay + attack + hold + decay * sustain / 96 }

  /// Returns the attenuation in decibels, 0…96, at a time after the note-on; the note-off is at `end`.
  package func attenuation(at time: Double, keyUp end: Double) -> Double {
    guard time > end else { return held(time) }
    guard release > 0 else { return 96 }
    return min(96, held(end) + (time - end) / release * 96)
  }

  private func held(_ time: Double) -> Double {
    guard time >= delay, time > 0 || attack == 0 else { return 96 }
    if time < delay + attack {
      return min(96, max(0, -6.020599913279624 * ExactMath.log2((time - delay) / attack)))
    }
    let fallen = time - delay - attack - hold
    return fallen <= 0 ? 0 : min(sustain, decay > 0 ? fallen / decay * 96 : 96)
  }
}
