import TactusSynth
import TestSupport
import Testing

/// Samples that are read into memory before they are played live: wherever the regions of a damaged bank are, no memory
/// outside the bank is accessed, and the output does not change.
@Suite struct ReadInTests {
  @Test func readingInChangesNothing() throws {
    let first = seed(of: "reading in")
    for seed in first..<first + UInt64(rounds(20)) {
      var random = SeededGenerator(seed: seed)
      let font = try random.font(isWild: true)
      let (bank, other) = (SoundBank(font), SoundBank(font))
      let isWhole = random.oneIn(2)
      if isWhole { #expect(try bank.prepareAll().isEmpty) }
      for program in [0, 1, 5, 127, -1, .max] where !isWhole {
        for number in [0, 128, .min, .max] { #expect(try bank.prepare(bank: number, program: program).isEmpty) }
      }
      let score = random.score(length: 1_000, density: 12, isWild: true)
      let (stage, plain) = (Stage(bank), Stage(other))
      stage.perform(score)
      plain.perform(score)
      #expect(stage.left.map(\.bitPattern) == plain.left.map(\.bitPattern), "seed \(seed)")
    }
  }
}
