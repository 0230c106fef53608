import CTactusKernels
import TestSupport
import Testing

/// The sum of the mixes, in all versions of the kernel, compared with a few lines of Swift that do the same.
@Suite(.serialized) struct PartialMixTests {
  private static let mixes = 8
  private static let room = 300
  private static let odd: [Float] = [.infinity, -.infinity, .nan, .leastNonzeroMagnitude, -.leastNormalMagnitude]

  /// Buses of random samples, some of them extremely large.
  private func buses(_ random: inout SeededGenerator) -> [[Float]] {
    (0..<8 * Self.mixes).map { _ in
      (0..<Self.room).map { _ in
        switch Int.random(in: 0..<20, using: &random) {
        case 0: -0.0
        case 1: Self.odd.randomElement(using: &random) ?? 0
        default: Float.random(in: -2...2, using: &random)
        }
      }
    }
  }

  @Test func theSumIsTakenInOrderAndClearsTheMixes() {
    let best = KernelVersions.begin()
    defer { KernelVersions.end() }
    let first = seed(of: "theSumIsTakenInOrderAndClearsTheMixes")
    for round in 0..<rounds(10) {
      var random = SeededGenerator(seed: first &+ UInt64(round))
      let input = buses(&random)
      var used = (0..<4).map { _ in UInt32(truncatingIfNeeded: random.next()) & 0xFF }
      if round % 2 == 0 { used[3] = 0 }
      let count = Int.random(in: 0...Self.room, using: &random)
      for version in 0...best {
        ctactus_choose_kernel_version(version)
        let (sums, rest) = gathered(input, used, count)
        for bus in 0..<8 {
          if bus > 5, used[3] == 0 {
            #expect(sums[bus].allSatisfy { $0 == 7 }, "an unused delay is not summed")
            continue
          }
          for frame in 0..<count {
            var sum: Float = 0
            for mix in 0..<Self.mixes where used[bus / 2] >> UInt32(mix) & 1 != 0 {
              sum += input[8 * mix + bus][frame]
            }
            // Which of several NaNs remains depends on the processor.
            let isSame = sum.isNaN ? sums[bus][frame].isNaN : sum.bitPattern == sums[bus][frame].bitPattern
            #expect(isSame, "seed \(first &+ UInt64(round)), version \(version), bus \(bus), frame \(frame)")
          }
          #expect(sums[bus][count...].allSatisfy { $0 == 7 }, "nothing is written behind the last frame")
        }
        for (index, bus) in rest.enumerated() {
          let wasUsed = used[index % 8 / 2] >> UInt32(index / 8) & 1 != 0
          let isLeft = bus.indices.allSatisfy { frame in
            wasUsed && frame < count
              ? bus[frame].bitPattern == 0 : bus[frame].bitPattern == input[index][frame].bitPattern
          }
          #expect(isLeft, "seed \(first &+ UInt64(round)), version \(version), bus \(index)")
        }
      }
    }
  }

  /// The eight sums, in buffers that were filled with sevens, and the remaining contents of the mixes.
  private func gathered(_ input: [[Float]], _ used: [UInt32], _ count: Int) -> (sums: [[Float]], rest: [[Float]]) {
    let memory = UnsafeMutablePointer<Float>.allocate(capacity: (input.count + 8) * Self.room)
    defer { memory.deallocate() }
    memory.initialize(repeating: 7, count: (input.count + 8) * Self.room)
    for (index, bus) in input.enumerated() {
      for frame in 0..<Self.room { memory[index * Self.room + frame] = bus[frame] }
    }
    func position(_ mix: Int) -> TactusBuses {
      func bus(_ index: Int) -> UnsafeMutablePointer<Float> { memory + (8 * mix + index) * Self.room }
      return TactusBuses(
        left: bus(0), right: bus(1), reverb_left: bus(2), reverb_right: bus(3), chorus_left: bus(4),
        chorus_right: bus(5), delay_left: bus(6), delay_right: bus(7))
    }
    let mixes = (0..<Self.mixes).map(position)
    var sum = position(Self.mixes)
    let masks = TactusUsedMixes(dry: used[0], reverb: used[1], chorus: used[2], delay: used[3], inserted: 0)
    ctactus_sum_mixes(mixes, Int32(Self.mixes), masks, &sum, Int32(count))
    let after = (0..<input.count + 8).map { index in
      (0..<Self.room).map { memory[index * Self.room + $0] }
    }
    return (Array(after[input.count...]), Array(after[..<input.count]))
  }
}
