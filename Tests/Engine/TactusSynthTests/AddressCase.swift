import TactusDSP
import TactusFiles
import TactusMIDI
import TactusSynth
import TestSupport

/// A zone with random addresses, the synthesizer's output for it, and the expected output.
///
/// The model is the obvious one: it walks through the points one by one, from the zone's start, jumps back to the
/// loop's start whenever it reaches the loop's end, and records the points. They become a separate sample without loop
/// and offsets, which is then played by the same key.
struct AddressCase: CustomStringConvertible {
  enum Kind: CaseIterable { case plain, wide, compressed }

  private let kind: Kind
  private let mode: Int
  private let key: UInt8
  private let interpolation: SynthSettings.Interpolation
  private var offsets: [GeneratorKind: Int] = [:]
  /// What controller 20 adds.
  private let modulated: (GeneratorKind, Int)?
  private let released: Int?
  private let samples: [SoundFontBuilder.Sample]
  private let frameCount = 3_000

  private static let pairs: [(fine: GeneratorKind, coarse: GeneratorKind)] = [
    (.startAddrsOffset, .startAddrsCoarseOffset), (.endAddrsOffset, .endAddrsCoarseOffset),
    (.startloopAddrsOffset, .startloopAddrsCoarseOffset), (.endloopAddrsOffset, .endloopAddrsCoarseOffset),
  ]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let kind = Kind.allCases.randomElement(using: &random) ?? .plain
    self.kind = kind
    mode = [1, 1, 3, 0].randomElement(using: &random) ?? 1
    key = UInt8.random(in: 40...80, using: &random)
    interpolation = [.linear, .cubic, .sinc].randomElement(using: &random) ?? .cubic
    released = mode == 3 ? .random(in: 1..<2_000, using: &random) : nil
    let isLong = kind != .compressed && Int.random(in: 0..<4, using: &random) == 0
    samples = (0..<3).map { _ in Self.sample(kind, isLong ? 66_000...70_000 : 100...900, &random) }
    let count = samples[1].frames.count
    let loop = samples[1].loop ?? 0..<0
    for pair in Self.pairs where Bool.random(using: &random) {
      let most = [10, 100, count].randomElement(using: &random) ?? count
      var offset = Int.random(in: -most...most, using: &random)
      // Most starts lie in the loop or near it.
      if pair.fine == .startAddrsOffset, Int.random(in: 0..<4, using: &random) > 0 {
        offset = loop.lowerBound + .random(in: -10...loop.count + 10, using: &random)
      }
      // The same position, expressed in several ways.
      let coarse = (offset + Int.random(in: -20_000...20_000, using: &random)) / 32_768
      (offsets[pair.fine], offsets[pair.coarse]) = (offset - coarse * 32_768, coarse)
      if abs(offset - coarse * 32_768) > 32_767 {
        (offsets[pair.fine], offsets[pair.coarse]) = (offset % 32_768, offset / 32_768)
      }
    }
    let isModulated = Int.random(in: 0..<3, using: &random) == 0
    let target = Self.pairs.randomElement(using: &random) ?? Self.pairs[0]
    modulated = isModulated ? (target.fine, .random(in: -count...count, using: &random) % 30_000) : nil
  }

  private static func sample(
    _ kind: Kind, _ lengths: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> SoundFontBuilder.Sample {
    let count = Int.random(in: lengths, using: &random)
    let points = (0..<count).map { _ in Int16.random(in: -16_000...16_000, using: &random) }
    let low = kind == .wide ? points.map { _ in UInt8.random(in: 0...255, using: &random) } : []
    let start = Int.random(in: 0..<count - 1, using: &random)
    let longest = [3, 40, count].randomElement(using: &random) ?? count
    let end = min(count, start + .random(in: 1...longest, using: &random))
    return .init(name: "noise", frames: points, lowBytes: low, sampleRate: 48_000, loop: start..<end)
  }

  var description: String {
    "\(kind), mode \(mode), key \(key), \(interpolation), \(offsets), modulated \(String(describing: modulated)), "
      + "released \(released ?? -1), loop \(String(describing: samples[1].loop)) of \(samples[1].frames.count)"
  }

  // MARK: The synthesizer

  private func builder() -> SoundFontBuilder {
    var bank = SoundFontBuilder(name: "addresses")
    bank.version = .v2_04
    for sample in samples { bank.add(sample) }
    let generators = offsets.map { SoundFont.Generator($0.key, Int16($0.value)) }
    let modulators = modulated.map { target, amount in
      [SoundFont.Modulator(.init(controller: 20), to: target, Int16(amount))]
    }
    bank.addPreset([
      .init(
        target: 1,
        generators: SoundFont.Generator.atOnce + [.init(.sampleModes, Int16(mode)), .init(.releaseVolEnv, 8_000)]
          + generators, modulators: modulators ?? [])
    ])
    return kind == .compressed ? bank.asPlainOgg : bank
  }

  private func play(_ builder: SoundFontBuilder) throws -> [Float] {
    let font = try SoundFont(FileBytes(copying: builder.write(), name: "addresses"))
    let bank = SoundBank(font, decoder: PlainOgg.Decoder())
    try bank.prepareAll()
    var settings = SynthSettings.dry
    settings.interpolation = interpolation
    let stage = Stage(bank, settings: settings)
    stage.send(.controller(20, 127), .noteOn(key, 127))
    if let released {
      stage.render(released)
      stage.send(.noteOff(key))
    }
    stage.render(frameCount - (released ?? 0))
    return stage.left
  }

  func sound() throws -> [Float] { try play(builder()) }

  // MARK: The model

  /// All points, and the range of the sample in them.
  private func pool() throws -> (points: [Int16], low: [UInt8], sample: Range<Int>, loop: Range<Int>) {
    let sample = samples[1]
    let loop = sample.loop ?? 0..<0
    guard kind != .compressed else { return (sample.frames, [], 0..<sample.frames.count, loop) }
    let font = try SoundFont(FileBytes(copying: builder().write(), name: "addresses"))
    let count = font.pool.frameCount
    let low = font.pool.lowBytes.map { low in (0..<count).map { low[$0] } }
    let header = font.samples[1]
    return ((0..<count).map { font.pool.frames[$0] }, low ?? [], header.frames, header.loop ?? 0..<0)
  }

  private func offset(_ pair: Int) -> Int {
    let (fine, coarse) = Self.pairs[pair]
    let added = modulated.map { $0.0 == fine ? $0.1 : 0 } ?? 0
    return (offsets[fine] ?? 0) + added + 32_768 * (offsets[coarse] ?? 0)
  }

  /// The points in playback order; from the point `released` on, playback leaves the loop.
  private func walk(released: Int?, count: Int) throws -> [Int] {
    let (points, _, sample, loop) = try pool()
    let all = 0...points.count
    func inside(_ point: Int, _ range: ClosedRange<Int>) -> Int { min(max(point, range.lowerBound), range.upperBound) }
    let (start, end) = (inside(sample.lowerBound + offset(0), all), inside(sample.upperBound + offset(1), all))
    guard start < end else { return [] }
    let reach = min(start, sample.lowerBound)...max(end, sample.upperBound)
    let (from, to) = (inside(loop.lowerBound + offset(2), reach), inside(loop.upperBound + offset(3), reach))
    var isLooping = mode != 0 && from < to
    var at = start
    var met: [Int] = []
    while met.count < count {
      while isLooping, at >= to { at -= to - from }
      if let released, met.count >= released { isLooping = false }
      guard isLooping || at < end else { break }
      met.append(at)
      at += 1
    }
    return met
  }

  /// Whether it plays almost nothing, or only the zeros between samples.
  var meetsNothing: Bool {
    guard let met = try? walk(released: 0, count: 100), met.count >= 50 else { return true }
    guard let played = try? walk(released: released, count: frameCount), let pool = try? pool() else { return true }
    return played.allSatisfy { pool.points[$0] == 0 && (pool.low.isEmpty || pool.low[$0] == 0) }
  }

  /// A sample that contains the points in playback order.
  private func straight(_ met: [Int]) throws -> [Float] {
    guard !met.isEmpty else { return Array(repeating: 0, count: frameCount) }
    let (points, low, _, _) = try pool()
    var bank = SoundFontBuilder(name: "straight")
    bank.version = .v2_04
    let wave = bank.add(
      .init(
        name: "straight", frames: met.map { points[$0] }, lowBytes: low.isEmpty ? [] : met.map { low[$0] },
        sampleRate: 48_000))
    bank.addPreset([
      .init(target: wave, generators: SoundFont.Generator.atOnce + [.init(.releaseVolEnv, 8_000)])
    ])
    return try play(bank)
  }

  func expected() throws -> [Float] {
    // At most two octaves up, plus the look-ahead of the interpolation.
    let count = frameCount * 4 + 100
    let held = try straight(walk(released: nil, count: count))
    guard let released else { return held }
    // The position that is read on the frame at which the key is released.
    let position = Double(released) * ExactMath.ratio(cents: 100 * Double(Int(key) - 60))
    let left = try straight(walk(released: Int(position), count: count))
    return Array(held[..<released] + left[released...])
  }
}
