import CTactusKernels
import TactusSynth
import TestSupport
import Testing

/// The kernels exist twice in one binary; both give the same bits, so tests beside this one do not notice the switch.
@Suite(.serialized) struct KernelTests {
  @Test(.enabled(if: tactus_kernel_version() == 1, "this processor has no AVX2: there is one version only"))
  func bothVersionsGiveTheSameBits() throws {
    defer { tactus_choose_kernel_version(1) }
    let count = rounds(4)
    var heard = 0
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 9_000 + seed)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = SynthSettings()
      settings.interpolation = seed % 2 == 0 ? .cubic : .linear
      let score = random.score(length: 6_000, density: 12, isWild: false)
      let stages = [Int32(1), 0].map { version in
        tactus_choose_kernel_version(version)
        let stage = Stage(bank, settings: settings)
        stage.perform(score)
        return stage
      }
      #expect(stages[0].left.map(\.bitPattern) == stages[1].left.map(\.bitPattern), "seed \(9_000 + seed)")
      #expect(stages[0].right.map(\.bitPattern) == stages[1].right.map(\.bitPattern), "seed \(9_000 + seed)")
      if stages[0].left.contains(where: { $0 != 0 }) { heard += 1 }
    }
    #expect(heard * 2 > count, "most of the \(count) streams from seed 9000 on are silent")
  }
}
