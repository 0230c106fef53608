import CTactusKernels
import Foundation
import TactusSynth
import TestSupport
import Testing

/// One binary contains up to three versions of the kernels; all give the same bits, so tests that run concurrently do
/// not notice the switch.
@Suite(.serialized) struct KernelTests {
  /// Calls `body` for each kernel version that this processor supports, and then selects the best version again.
  func withEachVersion(_ body: (Int32) -> Void) {
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
    for version in 0...best {
      ctactus_choose_kernel_version(version)
      body(version)
    }
  }

  @Test(.enabled(if: ctactus_best_kernel_version() > 0, "this processor has no AVX2: there is one version only"))
  func allVersionsGiveTheSameBits() throws {
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
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
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
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

  /// The gains of a lane's curve are those of its formula. They have the same bits in every version of the kernels, and
  /// however the frames are divided into calls.
  @Test func curvesAreTheSameInAnyPieces() {
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
    for seed in 0..<UInt64(rounds(100)) {
      var random = SeededGenerator(seed: 9_700 + seed)
      let set = Int64.random(in: 0..<1 << 34, using: &random)
      var (curves, formula) = (TactusCurves(), [(level: Float, octaves: Float, fall: Float)]())
      for lane in 0..<Int32(8) {
        let fall = -exp2(Float.random(in: -20...(-6), using: &random))
        formula.append((.random(in: 0...2, using: &random), .random(in: -8...1, using: &random), fall))
        ctactus_set_curve(&curves, lane, formula.last!.level, formula.last!.octaves, formula.last!.fall, set)
      }
      let lane = Int.random(in: 0..<8, using: &random)
      let first = set + .random(in: 0..<2_000, using: &random)
      var whole = [Float](repeating: 0, count: 720)
      ctactus_curve(&curves, Int32(lane), first, 700, &whole)
      for frame in 0..<700 {
        let n = Double(first - set) + Double(frame)
        let exact = Double(formula[lane].level) * exp2(Double(formula[lane].octaves) + Double(formula[lane].fall) * n)
        #expect((Double(whole[frame]) - exact).magnitude <= exact * 1e-4, "frame \(frame), seed \(9_700 + seed)")
      }
      var done = 0
      while done < 700 {
        ctactus_choose_kernel_version(Int32.random(in: 0...best, using: &random))
        let count = Int.random(in: 1...min(400, 700 - done), using: &random)
        var piece = [Float](repeating: 0, count: count + 16)
        ctactus_curve(&curves, Int32(lane), first + Int64(done), Int32(count), &piece)
        let isSame = (0..<count).allSatisfy { piece[$0].bitPattern == whole[done + $0].bitPattern }
        #expect(isSame, "\(count) frames from \(done), seed \(9_700 + seed)")
        done += count
      }
    }
  }

  /// The readers, in every version, give the bits of the formulas, computed one frame after another. All points are
  /// in a buffer of their exact number, behind which the address sanitizer watches.
  @Test func readersGiveTheBitsOfTheFormulas() {
    for round in 0..<UInt64(rounds(300)) {
      var random = SeededGenerator(seed: 9_700 + round)
      let count = Int.random(in: 1...64, using: &random)
      let increment = increment(&random)
      let start = Int64.random(in: 1...5, using: &random) << 32 + fraction(&random)
      let last = Int((start + Int64(count - 1) * increment) >> 32)
      let points = (0..<last + 3 + (Bool.random(using: &random) ? 0 : Int.random(in: 0...40, using: &random))).map {
        _ in
        Bool.random(using: &random)
          ? Int16.random(in: .min ... .max, using: &random) : [.min, .max][Int.random(in: 0...1, using: &random)]
      }
      let phases = (0..<count).map { start + Int64($0) * increment }
      let shift = Int64.random(in: 0..<1 << 40, using: &random)
      let (cubic, linear) = (phases.map { Self.cubic(points, $0) }, phases.map { Self.linear(points, $0) })
      let shifted = phases.map { $0 - shift }
      withEachVersion { version in
        let (readable, frames) = (Int64(points.count), Int32(count))
        let read = [
          frameBits(count) { ctactus_read_cubic(points, readable, start, increment, frames, $0) },
          frameBits(count) { ctactus_read_cubic_at(points, readable, shifted, shift, frames, $0) },
          frameBits(count) { ctactus_read_linear(points, readable, start, increment, frames, $0) },
          frameBits(count) { ctactus_read_linear_at(points, readable, shifted, shift, frames, $0) },
        ]
        let what = "version \(version), seed \(9_700 + round)"
        #expect(read[0] == cubic && read[1] == cubic, "cubic, \(what)")
        #expect(read[2] == linear && read[3] == linear, "linear, \(what)")
      }
    }
  }

  /// A rate in any of the ranges for which the readers have a method of their own, often at its very end.
  private func increment(_ random: inout SeededGenerator) -> Int64 {
    let one: Int64 = 1 << 32
    let near = Int64.random(in: -2...2, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: return one + near
    case 1: return one / 3 * 4 + near
    case 2: return Int64.random(in: 0...one, using: &random)
    case 3: return Int64.random(in: one...2 * one, using: &random)
    case 4: return Int64.random(in: 2 * one...32 * one, using: &random)
    default: return Int64(Int.random(in: 1...4, using: &random)) * one
    }
  }

  private func fraction(_ random: inout SeededGenerator) -> Int64 {
    [0, 1, 0xFFFF_FFFF, Int64.random(in: 0..<1 << 32, using: &random)][Int.random(in: 0...3, using: &random)]
  }

  private func frameBits(_ count: Int, _ read: (UnsafeMutablePointer<Float>) -> Void) -> [UInt32] {
    var frames = [Float](repeating: 0, count: (count + 15) / 16 * 16)
    frames.withUnsafeMutableBufferPointer { read($0.baseAddress!) }
    return frames[..<count].map(\.bitPattern)
  }

  /// The bits of the Catmull-Rom cubic. Its coefficients are multiples of one half, and exact.
  private static func cubic(_ points: [Int16], _ phase: Int64) -> UInt32 {
    let first = Int(phase >> 32) - 1
    let (a, b) = (Float(points[first]), Float(points[first + 1]))
    let (c, d) = (Float(points[first + 2]), Float(points[first + 3]))
    let c1 = (c - a) / 2
    let c2 = a - 2.5 * b + 2 * c - d / 2
    let c3 = (d - a) / 2 + 1.5 * (b - c)
    let x = part(phase)
    return (((c3 * x + c2) * x + c1) * x + b).bitPattern
  }

  private static func linear(_ points: [Int16], _ phase: Int64) -> UInt32 {
    let first = Int(phase >> 32)
    let (b, c) = (Int(points[first]), Int(points[first + 1]))
    let part = Int(phase & 0xFFFF_FFFF) >> 17
    return (Float(b * (32_767 - part) + c * part) * (1 / 32_767)).bitPattern
  }

  /// The fraction of a phase to 23 bits.
  private static func part(_ phase: Int64) -> Float { Float((phase & 0xFFFF_FFFF) >> 9) * 0x1p-23 }
}
