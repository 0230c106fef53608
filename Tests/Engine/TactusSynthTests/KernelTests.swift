import CTactusKernels
import Foundation
import TactusSynth
import TestSupport
import Testing

/// One binary contains up to three versions of the kernels; all give the same bits, so tests that run concurrently do
/// not notice the switch.
@Suite(.serialized) struct KernelTests {
  @Test(.enabled(if: ctactus_best_kernel_version() > 0, "this processor has no AVX2: there is one version only"))
  func allVersionsGiveTheSameBits() throws {
    let best = ctactus_best_kernel_version()
    defer { ctactus_choose_kernel_version(best) }
    let count = rounds(4)
    var heard = 0
    for seed in 0..<UInt64(count) {
      var random = SeededGenerator(seed: 9_000 + seed)
      let bank = try SoundBank(random.font(isWild: false))
      var settings = SynthSettings()
      settings.interpolation = SynthSettings.Interpolation.allCases[Int(seed % 3)]
      let score = random.score(length: 6_000, density: 12, isWild: false)
      let stages = (0...best).map { version in
        ctactus_choose_kernel_version(version)
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

  /// The phases of a lane with a ramping rate depend only on the frame numbers, for any calls and in every version, and
  /// equal those of a rate that is multiplied by its factor each frame.
  @Test func glidesAreTheSameInAnyPieces() {
    let best = ctactus_best_kernel_version()
    defer { ctactus_choose_kernel_version(best) }
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: 9_500 + seed)
      let speed = exp2(Double.random(in: 20...44, using: &random))
      let fastest = log2(0x1p44 / speed)
      let factor = exp2(Double.random(in: -20...min(fastest, 20), using: &random) / 300)
      let start = Int64.random(in: 0..<1 << 50, using: &random)
      var whole = [Int64](repeating: 0, count: 300)
      var glide = TactusGlide()
      ctactus_set_glide(&glide, speed, factor)
      let end = ctactus_glide(&glide, start, 300, &whole)
      var phase = Double(start)
      for frame in 0..<300 {
        let error = (Double(whole[frame]) - phase).magnitude
        #expect(error <= 1 + Double(frame) + phase.magnitude * 1e-13, "frame \(frame), seed \(9_500 + seed)")
        phase += speed * pow(factor, Double(frame))
      }

      var pieces: [Int64] = []
      var next = start
      ctactus_set_glide(&glide, speed, factor)
      while pieces.count < 300 {
        ctactus_choose_kernel_version(Int32.random(in: 0...best, using: &random))
        let count = Int.random(in: 1...min(40, 300 - pieces.count), using: &random)
        var piece = [Int64](repeating: 0, count: count)
        next = ctactus_glide(&glide, next, Int32(count), &piece)
        pieces += piece
      }
      #expect(pieces == whole && next == end, "seed \(9_500 + seed)")
    }
  }
}
