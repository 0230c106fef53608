import TactusSynth
import TestSupport
import Testing

/// The partition law: how a stream is cut into cycles does not change a bit of it.
@Suite struct PartitionTests {
  private func law(_ seed: UInt64, isWild: Bool) throws {
    var random = SeededGenerator(seed: seed)
    let bank = try SoundBank(random.font(isWild: isWild))
    var settings = SynthSettings()
    settings.polyphony = [1, 3, 8, 24][Int.random(in: 0..<4, using: &random)]
    settings.interpolation = SynthSettings.Interpolation.allCases.randomElement(using: &random) ?? .cubic
    let score = random.score(length: 6_000, density: 12, isWild: isWild)
    let whole = Stage(bank, settings: settings)
    whole.perform(score)
    let parts = Stage(bank, settings: settings)
    parts.perform(score, cycles: random.cycles(of: score.length))
    let difference = zip(whole.left, parts.left).enumerated().first { $1.0.bitPattern != $1.1.bitPattern }?.offset
    #expect(difference == nil, "left, seed \(seed), polyphony \(settings.polyphony), \(settings.interpolation)")
    #expect(whole.right.map(\.bitPattern) == parts.right.map(\.bitPattern), "right, seed \(seed)")
    #expect(whole.synth.counters == parts.synth.counters, "seed \(seed)")
    #expect(whole.left.allSatisfy(\.isFinite) && whole.right.allSatisfy(\.isFinite), "seed \(seed)")
  }

  @Test func musicalStreams() throws {
    for seed in 0..<UInt64(rounds(4)) { try law(7_000 + seed, isWild: false) }
  }

  @Test func wildStreams() throws {
    for seed in 0..<UInt64(rounds(4)) { try law(8_000 + seed, isWild: true) }
  }
}
