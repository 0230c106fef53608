import CTactusKernels
import TactusSynth
import TestSupport
import Testing

/// The kernels exist in up to three versions in one binary; all give the same bits, so tests beside this one do not notice
/// the switch.
@Suite(.serialized) struct KernelTests {
  @Test(.enabled(if: tactus_kernel_version() > 0, "this processor has no AVX2: there is one version only"))
  func allVersionsGiveTheSameBits() throws {
    let best = tactus_kernel_version()
    defer { tactus_choose_kernel_version(best) }
    let count = rounds(4)
    var heard = 0
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 9_000 + seed)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = SynthSettings()
      settings.interpolation = SynthSettings.Interpolation.allCases[Int(seed % 3)]
      let score = random.score(length: 6_000, density: 12, isWild: false)
      let stages = (0...best).map { version in
        tactus_choose_kernel_version(version)
        let stage = Stage(bank, settings: settings)
        stage.perform(score)
        return stage
      }
      for stage in stages.dropFirst() {
        #expect(stages[0].left.map(\.bitPattern) == stage.left.map(\.bitPattern), "seed \(9_000 + seed)")
        #expect(stages[0].right.map(\.bitPattern) == stage.right.map(\.bitPattern), "seed \(9_000 + seed)")
      }
      if stages[0].left.contains(where: { $0 != 0 }) { heard += 1 }
    }
    #expect(heard * 2 > count, "most of the \(count) streams from seed 9000 on are silent")
  }
}
