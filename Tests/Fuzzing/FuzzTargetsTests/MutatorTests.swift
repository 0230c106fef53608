import FuzzTargets
import TestSupport
import Testing

@Suite struct MutatorTests {
  private static let structured: [FuzzTarget] = [.song, .bank, .sound]

  /// Inputs mutated according to their structure violate no law.
  @Test(arguments: structured) func structuredChangesBreakNoLaw(_ target: FuzzTarget) {
    let first = seed(of: "structuredChangesBreakNoLaw")
    let count = target == .sound ? rounds(100, unoptimized: 25) : rounds(1_000, unoptimized: 250)
    for round in 0..<UInt64(count) {
      var mutator = Mutator(seed: first &+ round)
      var bytes = target.seeds[Int(round) % target.seeds.count]
      for _ in 0..<1 + round % 6 { bytes = mutator.mutate(bytes, of: target, limit: 4_096) ?? bytes }
      let violation = target.violation(bytes)
      #expect(violation == nil, "\(target), seed \(first), round \(round): \(violation ?? "")")
    }
  }

  /// The same seed makes the same change, and most changes are changes.
  @Test(arguments: structured) func changesFollowFromTheSeed(_ target: FuzzTarget) throws {
    let bytes = try #require(target.seeds.first)
    var different = 0
    for seed in 0..<200 as Range<UInt64> {
      var (mutator, again) = (Mutator(seed: seed), Mutator(seed: seed))
      let changed = mutator.mutate(bytes, of: target, limit: 4_096)
      let same = again.mutate(bytes, of: target, limit: 4_096)
      #expect(changed != nil && same == changed)
      if changed != bytes { different += 1 }
    }
    #expect(different > 150)
  }

  @Test func whatHasNoStructureIsLeftAlone() {
    var mutator = Mutator(seed: 1)
    let (song, json) = (
      mutator.mutate([1, 2, 3], of: .song, limit: 100), mutator.mutate([1, 2, 3], of: .json, limit: 100)
    )
    #expect(song == nil && json == nil)
  }
}
