import TactusFiles

/// The generators' facts in flat form, so that flattening ten thousand regions takes a millisecond.
///
/// - Thread: any
struct GeneratorFacts: @unchecked Sendable {  // the tables are made once and never change or go away
  static let shared = GeneratorFacts()

  private let defaults: UnsafeMutablePointer<Int16>
  private let minima: UnsafeMutablePointer<Int32>
  private let maxima: UnsafeMutablePointer<Int32>
  /// What a sum has to be that is left as it is: −32,768 for times, else out of reach.
  private let exceptions: UnsafeMutablePointer<Int32>

  /// The generators that only the pitch depends on.
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
    // A preset that asks to be louder counts against velocity and volume; only the sum of all is clipped at full level.
    minima = table { $0 == Gen.attenuation ? -1_440 : inRange(kinds[$0]?.minimum ?? -32_768) }
    maxima = table { inRange(kinds[$0]?.maximum ?? 32_767) }
    // −32768 timecents is "no time at all", below the range; a sum that is not exactly that is an ordinary value.
    exceptions = table { Self.isTime($0) ? -32_768 : Int(Int32.max) }
  }

  /// Whether a generator says when an envelope does something.
  static func isTime(_ index: Int) -> Bool { (Gen.delayModEnv...Gen.keyToVolDecay).contains(index) }

  /// What a preset zone adds to each generator.
  func offsets(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ generators: [SoundFont.Generator]
  ) -> [Int32] {
    var offsets = [Int32](repeating: 0, count: Gen.count)
    for span in [global?.generators ?? 0..<0, zone.generators] {
      for index in span { offsets[Int(generators[index].kind.rawValue)] = Int32(generators[index].amount) }
    }
    return offsets
  }

  /// Writes a region's generators: those of the instrument's zone, plus the preset zone's.
  func write(
    _ zone: SoundFont.Zone, _ global: SoundFont.Zone?, _ generators: [SoundFont.Generator], plus offsets: [Int32],
    to row: UnsafeMutablePointer<Int16>
  ) {
    row.initialize(from: defaults, count: Gen.count)
    if let global { replace(global.generators, of: generators, in: row) }
    replace(zone.generators, of: generators, in: row)
    offsets.withUnsafeBufferPointer { offsets in
      guard let offsets = offsets.baseAddress else { return }
      for index in 0..<Gen.count {
        let sum = Int32(row[index]) &+ offsets[index]
        let clamped = min(max(sum, minima[index]), maxima[index])
        row[index] = Int16(truncatingIfNeeded: sum == exceptions[index] ? sum : clamped)
      }
    }
  }

  @inline(__always) private func replace(
    _ span: Range<Int>, of generators: [SoundFont.Generator], in row: UnsafeMutablePointer<Int16>
  ) {
    for index in span {
      let kind = Int(generators[index].kind.rawValue)
      if kind < Gen.count { row[kind] = generators[index].amount }
    }
  }
}
