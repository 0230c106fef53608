import TactusFiles

/// The properties of the generators in plain arrays, so that combining preset and instrument zones into ten thousand
/// regions takes only a millisecond.
///
/// - Thread: any
struct GeneratorFacts: @unchecked Sendable {  // the tables are created once and never change
  static let shared = GeneratorFacts()

  private let defaults: UnsafeMutablePointer<Int16>
  private let minima: UnsafeMutablePointer<Int32>
  private let maxima: UnsafeMutablePointer<Int32>
  /// For each generator, the one sum of instrument value and preset offset that is not clamped. For envelope times this
  /// is −32,768, which means zero; for all other generators it is a value that no sum can reach.
  private let exceptions: UnsafeMutablePointer<Int32>

  /// The generators that affect only the pitch.
  let pitch = [
    Gen.modLfoToPitch, Gen.vibLfoToPitch, Gen.modEnvToPitch, Gen.delayVibLfo, Gen.freqVibLfo, Gen.coarseTune,
    Gen.fineTune, Gen.scaleTuning, Int(GeneratorKind.overridingRootKey.rawValue),
  ]

  private init() {
    func table<T: FixedWidthInteger>(_ value: (Int) -> Int) -> UnsafeMutablePointer<T> {
      let table = UnsafeMutablePointer<T>.allocate(capacity: Gen.count)
      for index in 0..<Gen.count { (table + index).initialize(to: T(value(index))) }
      return table
    }
    let kinds = (0..<UInt16(Gen.count)).map { GeneratorKind(rawValue: $0) }
    func inRange(_ value: Int) -> Int { min(32_767, max(-32_768, value)) }
    defaults = table { inRange(kinds[$0]?.defaultAmount ?? 0) }
    // A negative attenuation can compensate for the attenuation by velocity and volume; only the total is clipped at
    // full level.
    minima = table { $0 == Gen.attenuation ? -1_440 : inRange(kinds[$0]?.minimum ?? -32_768) }
    maxima = table { inRange(kinds[$0]?.maximum ?? 32_767) }
    // −32768 timecents, below the range, means zero; every other sum is an ordinary value.
    exceptions = table { Self.isTime($0) ? -32_768 : Int(Int32.max) }
  }

  /// Whether a generator belongs to an envelope: a time, a sustain level or a key scaling.
  static func isTime(_ index: Int) -> Bool { (Gen.delayModEnv...Gen.keyToVolDecay).contains(index) }

  /// An amount that a preset zone adds to a generator.
  struct Offset {
    let generator: Int
    let amount: Int32
  }

  /// Returns the offsets that a preset zone adds to the generators. An offset of the zone replaces one of the preset's
  /// global zone.
  func offsets(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ generators: [SoundFont.Generator]
  ) -> [Offset] {
    var offsets: [Offset] = []
    for span in [global?.generators ?? 0..<0, zone.generators] {
      for index in span {
        let offset = Offset(generator: Int(generators[index].kind.rawValue), amount: Int32(generators[index].amount))
        guard offset.generator < Gen.count else { continue }
        if let known = offsets.firstIndex(where: { $0.generator == offset.generator }) {
          offsets[known] = offset
        } else {
          offsets.append(offset)
        }
      }
    }
    return offsets
  }

  /// The generators that all zones of an instrument share when a preset zone plays it.
  struct Shared {
    /// The values for a zone that sets no generator, `Gen.count` of them.
    let row: UnsafeMutablePointer<Int16>
    /// The amount that the preset zone adds to each generator.
    let added: UnsafeMutablePointer<Int32>
  }

  /// Writes the values for zones of an instrument that set no generator: the defaults or those of the instrument's
  /// global zone, plus the offsets of the preset zone.
  func write(
    _ global: SoundFont.Zone?, _ generators: [SoundFont.Generator], plus offsets: [Offset], to shared: Shared
  ) {
    shared.row.update(from: defaults, count: Gen.count)
    shared.added.update(repeating: 0, count: Gen.count)
    for offset in offsets { shared.added[offset.generator] = offset.amount }
    if let global { replace(global.generators, of: generators, in: shared) }
    for offset in offsets where !isSet(offset.generator, by: global, generators) {
      shared.row[offset.generator] = clamped(
        Int32(shared.row[offset.generator]) + offset.amount, offset.generator)
    }
  }

  private func isSet(_ generator: Int, by zone: SoundFont.Zone?, _ generators: [SoundFont.Generator]) -> Bool {
    zone?.generators.contains { Int(generators[$0].kind.rawValue) == generator } ?? false
  }

  /// Writes a region's generators: the values of the instrument zone plus the offsets of the preset zone. Each sum is
  /// clamped to the generator's range.
  ///
  /// Zones set few generators, and only these are calculated.
  func write(
    _ zone: SoundFont.Zone, _ generators: [SoundFont.Generator], over shared: Shared,
    to row: UnsafeMutablePointer<Int16>
  ) {
    row.initialize(from: shared.row, count: Gen.count)
    replace(zone.generators, of: generators, in: Shared(row: row, added: shared.added))
  }

  /// Returns a sum clamped to the generator's range, except for the sum that means an envelope time of zero. Clamping a
  /// result again does not change it.
  @inline(__always) private func clamped(_ sum: Int32, _ generator: Int) -> Int16 {
    let clamped = min(max(sum, minima[generator]), maxima[generator])
    return Int16(truncatingIfNeeded: sum == exceptions[generator] ? sum : clamped)
  }

  /// Writes the parts of a region's generators below their units; 0 where the generator is clamped.
  func writeFractions(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ generators: [SoundFont.Generator],
    of row: UnsafePointer<Int16>, to fractions: UnsafeMutablePointer<UInt16>
  ) {
    fractions.initialize(repeating: 0, count: Gen.count)
    for span in [global?.generators ?? 0..<0, zone.generators] {
      for index in span {
        let generator = generators[index]
        let kind = Int(generator.kind.rawValue)
        if kind < Gen.count { fractions[kind] = row[kind] == generator.amount ? generator.fraction : 0 }
      }
    }
  }

  /// Writes the generators that a zone sets, with what the preset zone adds. The last one of a kind applies.
  @inline(__always) private func replace(
    _ span: Range<Int>, of generators: [SoundFont.Generator], in shared: Shared
  ) {
    for index in span {
      let kind = Int(generators[index].kind.rawValue)
      if kind < Gen.count {
        shared.row[kind] = clamped(Int32(generators[index].amount) + shared.added[kind], kind)
      }
    }
  }
}
