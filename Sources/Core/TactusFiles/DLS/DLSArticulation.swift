/// The effect of a list of connections: values of generators, as 16.16 fixed point in the units of DLS, and modulators.
struct DLSArticulation {
  /// The values by number of the generator; `unset` for those that no connection sets. The entry of gain has the sign
  /// of gain; the sustain levels, in 0.1 %, count from silence; key scalings are for 128 keys.
  private var values = [Int32](repeating: unset, count: 61)
  /// For a generator that holds the slope of a source: what the source adds to its destination at 0, as 16.16 fixed
  /// point. Generators without an entry add nothing there.
  private var offsets: [GeneratorKind: Int32] = [:]
  /// The modulators that express connections, in the order of the connections.
  private(set) var modulators: [DLSModulator] = []
  /// The shutdown time in timecents, as 16.16 fixed point; nil if no connection sets it.
  var shutdown: Int32?

  /// No connection has this scale: it is a zero time and the tick above it.
  static let unset = Int32.min + 1
  static let zeroTime = Int32.min

  subscript(kind: GeneratorKind) -> Int32? {
    get {
      let value = values[Int(kind.rawValue)]
      return value == Self.unset ? nil : value
    }
    set { values[Int(kind.rawValue)] = newValue ?? Self.unset }
  }

  /// The most modulators of an articulation: searching among them must not take long.
  static let mostModulators = 256

  /// Sets the modulators of a connection, which replaces an earlier one with the same identity.
  mutating func set(_ connection: DLSConnection.Identity, _ list: [SoundFont.Modulator]) {
    modulators.removeAll { $0.connection == connection }
    modulators += list.map { DLSModulator(connection: connection, modulator: $0) }
  }

  /// Sets the generator that holds the slope of a source, and what the source adds at 0.
  mutating func set(_ kind: GeneratorKind, _ line: DLSLine) {
    self[kind] = line.slope == Self.unset ? line.slope + 1 : line.slope
    offsets[kind] = line.offset == 0 ? nil : line.offset
  }

  /// Returns what the source whose slope a generator holds adds at 0, as 16.16 fixed point.
  func offset(of kind: GeneratorKind) -> Int64 { Int64(offsets[kind] ?? 0) }

  /// Returns the articulation of a region whose connections override those of the instrument. The modulators are the
  /// region's alone.
  func overriding(_ instrument: DLSArticulation) -> DLSArticulation {
    var result = self
    for index in values.indices where values[index] == Self.unset { result.values[index] = instrument.values[index] }
    for (kind, offset) in instrument.offsets where self[kind] == nil { result.offsets[kind] = offset }
    result.shutdown = shutdown ?? instrument.shutdown
    return result
  }

  /// The default articulation.
  ///
  /// Source: Downloadable Sounds Level 2, "Default articulator values": LFOs of 5 Hz that begin after 10 ms, envelopes
  /// without times at full sustain, no filter.
  static let standard: DLSArticulation = {
    var standard = DLSArticulation()
    // 1200·log2(5/8.1758) = −851.3, 1200·log2(0.01) = −7972.6 and 1200·log2(0.015) = −7270.7, times 65,536
    for kind in [GeneratorKind.freqModLFO, .freqVibLFO] { standard[kind] = -55_791_973 }
    for kind in [GeneratorKind.delayModLFO, .delayVibLFO] { standard[kind] = -522_494_111 }
    for kind in [
      GeneratorKind.delayVolEnv, .attackVolEnv, .holdVolEnv, .decayVolEnv, .releaseVolEnv, .delayModEnv, .attackModEnv,
      .holdModEnv, .decayModEnv, .releaseModEnv,
    ] { standard[kind] = zeroTime }
    for kind in [GeneratorKind.sustainVolEnv, .sustainModEnv] { standard[kind] = 1_000 << 16 }
    standard.shutdown = -476_490_788
    return standard
  }()

  /// The shutdown time in seconds.
  var shutdownSeconds: Float? {
    shutdown.map { $0 == Self.zeroTime ? 0 : Float(ratio(timecents: Double($0) / 65_536)) }
  }

  /// Returns 2^(timecents/1200), which no module below this one computes, by squaring: the time is not part of the
  /// sound, so twelve digits are enough.
  private func ratio(timecents: Double) -> Double {
    let octaves = max(-20, min(5, timecents / 1_200))
    var (result, factor, fraction) = (1.0, 2.0, octaves - octaves.rounded(.down))
    for _ in 0..<40 {
      factor = factor.squareRoot()
      fraction *= 2
      if fraction >= 1 {
        result *= factor
        fraction -= 1
      }
    }
    return result * Double(sign: .plus, exponent: Int(octaves.rounded(.down)), significand: 1)
  }

  /// Returns the value of a generator in the unit of SoundFont, as 16.16 fixed point; nil if no connection sets it.
  /// Gain and pitch are combined with those of the wave and are not among them.
  func value(of kind: GeneratorKind) -> Int32? {
    switch kind {
    case .initialAttenuation, .fineTune: return nil
    case .initialFilterFc where offsets[.modEnvToFilterFc] != nil: return Int32(clamping: shiftedCutoff)
    // The volume envelope falls by 96 dB from full level to silence.
    case .sustainVolEnv: return self[kind].map { Int32(clamping: 960 << 16 - Int64($0) * 96 / 100) }
    case .sustainModEnv: return self[kind].map { Int32(clamping: 1_000 << 16 - Int64($0)) }
    case .scaleTuning: return self[kind].map { $0 / 128 }
    case .holdVolEnv: return time(kind, by: .keynumToVolEnvHold)
    case .decayVolEnv: return time(kind, by: .keynumToVolEnvDecay)
    case .holdModEnv: return time(kind, by: .keynumToModEnvHold)
    case .decayModEnv: return time(kind, by: .keynumToModEnvDecay)
    // DLS adds the scaling times key/128, SoundFont times 60 − key.
    case .keynumToVolEnvHold, .keynumToVolEnvDecay, .keynumToModEnvHold, .keynumToModEnvDecay:
      return self[kind].map { Int32(clamping: -Int64($0) / 128) }
    default: return self[kind]
    }
  }

  /// Returns a time at key 60.
  private func time(_ kind: GeneratorKind, by scaling: GeneratorKind) -> Int32? {
    guard let time = self[kind], time != Self.zeroTime, let scale = self[scaling] else { return self[kind] }
    return Int32(clamping: Int64(time) + Int64(scale) * 60 / 128 + offset(of: scaling))
  }

  /// The cutoff that EG2 starts from: that of the filter, and what EG2 adds at 0.
  private var shiftedCutoff: Int64 {
    let limits = Int64(GeneratorKind.initialFilterFc.minimum) << 16...Int64(GeneratorKind.initialFilterFc.maximum) << 16
    let cutoff = self[.initialFilterFc].map { Int64($0) } ?? limits.upperBound
    return min(max(cutoff, limits.lowerBound), limits.upperBound) + offset(of: .modEnvToFilterFc)
  }

  /// Removes the connection from EG2 to the cutoff if the cutoff that EG2 starts from is beyond the limits of its
  /// generator, where it would be cut.
  ///
  /// - Returns: whether the connection has been removed.
  mutating func removeUnreachableCutoff() -> Bool {
    let limits = GeneratorKind.initialFilterFc.minimum << 16...GeneratorKind.initialFilterFc.maximum << 16
    guard offsets[.modEnvToFilterFc] != nil, !limits.contains(Int(clamping: shiftedCutoff)) else { return false }
    set(.modEnvToFilterFc, DLSLine(slope: 0, offset: 0))
    return true
  }

  /// Returns the generators whose values differ from those of another articulation, which the zone inherits.
  func generators(beyond base: DLSArticulation? = nil) -> [SoundFont.Generator] {
    GeneratorKind.allCases.compactMap { kind in
      guard let value = value(of: kind), value != base?.value(of: kind) else { return nil }
      return SoundFont.Generator(kind, fixed: value)
    }
  }
}

extension SoundFont.Generator {
  /// Creates a generator from a value as 16.16 fixed point.
  package init(_ kind: GeneratorKind, fixed value: Int32) {
    self.init(kind, Int16(truncatingIfNeeded: value >> 16))
    fraction = UInt16(truncatingIfNeeded: value)
  }
}
