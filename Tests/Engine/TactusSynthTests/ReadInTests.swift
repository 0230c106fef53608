import TactusFiles
import TactusSynth
import TestSupport
import Testing

/// Samples that are read into memory before they are played live: wherever the regions of a damaged bank are, no memory
/// outside the bank is accessed, and the output does not change.
@Suite struct ReadInTests {
  /// 2,000 sample headers with the same end, each with a start of its own: no byte is read twice.
  @Test func overlappingSamplesAreReadOnce() throws {
    var builder = SoundFontBuilder(name: "overlap")
    let wave = SoundFontBuilder.Sample(
      name: "wave", frames: Array(repeating: 1, count: 20_000), sampleRate: 44_100)
    let zones = (0..<2_000).map { _ in SoundFontBuilder.Zone(target: builder.add(wave)) }
    builder.addPreset(zones)
    var bytes = try builder.write()
    let headers = try #require(bytes.indices.dropLast(8).first { bytes[$0..<$0 + 4].elementsEqual("shdr".utf8) }) + 8
    for record in 0..<2_000 {
      let start = headers + 46 * record + 20
      for index in 0..<4 { bytes[start + index] = UInt8(truncatingIfNeeded: record >> (8 * index)) }
    }
    let bank = try SoundBank(SoundFont(FileBytes(copying: bytes, name: "overlap.sf2")))
    #expect(bank.regionCount == 2_000)
    #expect(bank.sampleMemory(ofRegions: 0..<bank.regionCount).map(\.count) == [2 * 20_000])
  }

  @Test func readingInChangesNothing() throws {
    let first = seed(of: "reading in")
    for seed in first..<first + UInt64(rounds(20)) {
      var random = SeededGenerator(seed: seed)
      let font = try random.font(isWild: true)
      let (bank, other) = (SoundBank(font), SoundBank(font))
      let memory = bank.sampleMemory(ofRegions: 0..<bank.regionCount)
      #expect(zip(memory, memory.dropFirst()).allSatisfy { $0.baseAddress! + $0.count < $1.baseAddress! })
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
