import TactusDSP
import TactusFiles
import TactusSynth

// Random banks and scores that use every feature: for laws that must hold for any input.

extension SeededGenerator {
  /// A random element.
  package mutating func pick<Element>(_ list: [Element]) -> Element { list[Int.random(in: list.indices, using: &self)] }
  /// True one time in `n`.
  package mutating func oneIn(_ n: Int) -> Bool { Int.random(in: 0..<n, using: &self) == 0 }

  /// A bank of a few presets, and drums, of random zones.
  ///
  /// - Parameter isWild: whether generators go to their extremes and modulators to anything.
  package mutating func font(isWild: Bool) throws -> SoundFont {
    let wide = oneIn(3)
    return try SoundFont.made { bank in
      for _ in 0..<Int.random(in: 2...6, using: &self) { bank.add(sample(isWide: wide)) }
      for program in 0..<3 {
        bank.addPreset(
          bank: program == 2 ? 128 : 0, program: program == 2 ? 0 : UInt16(program),
          generators: oneIn(2) ? [] : generators(3, isWild: isWild).filter { $0.kind.isLegalAtPresetLevel },
          (0..<Int.random(in: 1...4, using: &self)).map { _ in zone(of: bank.samples.count, isWild: isWild) })
      }
    }
  }

  private mutating func sample(isWide: Bool) -> SoundFontBuilder.Sample {
    let points = pick([1, 2, 9, 48, 100, 333, 2_000])
    let wave = Int.random(in: 1...max(1, points / 8), using: &self)
    let isNoise = oneIn(3)
    let frames: [Int16] = (0..<points).map { point in
      if isNoise { return Int16.random(in: -20_000...20_000, using: &self) }
      return Int16(24_000 * ExactMath.sin2Pi(Double(point * wave) / Double(points)))
    }
    var loop: Range<Int>?
    if !oneIn(3) {
      let start = Int.random(in: 0..<points, using: &self)
      loop = start..<Int.random(in: start + 1...points, using: &self)
    }
    return .init(
      name: "random", frames: frames,
      lowBytes: isWide ? (0..<points).map { _ in UInt8.random(in: 0...255, using: &self) } : [],
      sampleRate: pick([8_000, 22_050, 44_100, 48_000, 96_000]), originalKey: UInt8.random(in: 30...90, using: &self),
      correction: Int8.random(in: -50...50, using: &self), loop: loop)
  }

  private mutating func zone(of samples: Int, isWild: Bool) -> SoundFontBuilder.Zone {
    var zone = SoundFontBuilder.Zone(target: Int.random(in: 0..<samples, using: &self))
    if oneIn(3) {
      let low = UInt8.random(in: 0...100, using: &self)
      zone.keyRange = .init(low: low, high: UInt8.random(in: low...127, using: &self))
    }
    zone.generators = [.init(.sampleModes, Int16.random(in: 0...3, using: &self))]
    zone.generators += generators(Int.random(in: 0...12, using: &self), isWild: isWild)
    if oneIn(4) { zone.generators.append(.init(.exclusiveClass, Int16.random(in: 1...2, using: &self))) }
    for _ in 0..<Int.random(in: 0...4, using: &self) { zone.modulators.append(modulator(isWild: isWild)) }
    return zone
  }

  private mutating func generators(_ count: Int, isWild: Bool) -> [SoundFont.Generator] {
    let kinds = GeneratorKind.allCases.filter {
      $0.hasFunction && !$0.isStructural && $0 != .sampleModes && $0 != .exclusiveClass
    }
    return (0..<count).map { _ in
      let kind = pick(kinds)
      return SoundFont.Generator(kind, amount(of: kind, isWild: isWild))
    }
  }

  private mutating func amount(of kind: GeneratorKind, isWild: Bool) -> Int16 {
    func between(_ low: Int, _ high: Int) -> Int16 { Int16.random(in: Int16(low)...Int16(high), using: &self) }
    if isWild, oneIn(5) { return Int16(clamping: pick([kind.minimum, kind.maximum, -32_768, 32_767, 0])) }
    switch kind.unit {
    case .timecents: return isWild ? between(-12_000, 3_000) : between(-12_000, -2_000)
    case .frames: return between(-20, 60)
    case .coarseFrames: return isWild ? between(-1, 1) : 0
    case .cents where kind == .fineTune: return between(-99, 99)
    case .cents: return isWild ? between(-12_000, 12_000) : between(-600, 600)
    case .absoluteCents where kind == .initialFilterFc: return between(1_500, 13_500)
    case .absoluteCents: return between(-3_000, 4_500)
    case .centibels where kind == .initialAttenuation: return between(0, 200)
    case .centibels where kind == .modLfoToVolume: return isWild ? between(-960, 960) : between(-100, 100)
    case .centibels: return isWild ? between(0, 960) : between(0, 300)
    case .semitones: return isWild ? between(-120, 120) : between(-24, 24)
    default: return between(kind.minimum, kind.maximum)
    }
  }

  private mutating func modulator(isWild: Bool) -> SoundFont.Modulator {
    typealias Source = SoundFont.ModulatorSource
    func source() -> Source {
      if isWild, oneIn(4) { return Source(rawValue: UInt16.random(in: 0...0xFFFF, using: &self)) }
      let indices: [Source.Index] = [.none, .velocity, .key, .polyPressure, .channelPressure, .pitchWheel]
      let curve = pick([Source.Curve.linear, .concave, .convex, .switch])
      return oneIn(2)
        ? Source(pick(indices), curve, isNegative: oneIn(2), isBipolar: oneIn(2))
        : Source(controller: pick([1, 2, 7, 10, 11, 71, 74, 91]), curve, isNegative: oneIn(2), isBipolar: oneIn(2))
    }
    let targets = GeneratorKind.allCases.filter(\.isModulatable)
    let kind = pick(targets)
    let isLink = oneIn(isWild ? 3 : 10)
    return SoundFont.Modulator(
      source: oneIn(6) ? .link : source(),
      destination: isLink ? 0x8000 | UInt16.random(in: 0...4, using: &self) : kind.rawValue,
      amount: isWild ? Int16.random(in: -32_768...32_767, using: &self) : amount(of: kind, isWild: false) / 4,
      amountSource: oneIn(2) ? .none : source(), transform: oneIn(4) ? 2 : 0)
  }
}
