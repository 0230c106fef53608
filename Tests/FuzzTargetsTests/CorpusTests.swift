import FuzzTargets
import Testing

/// Every input that fuzzing has found worth keeping, tried again: `Scripts/fuzz TARGET --keep` makes them. Those of
/// commands are in `CommandCorpusTests`.
@Suite struct CorpusTests {
  private static let targets = FuzzTarget.allCases.filter { $0 != .command }

  @Test(arguments: targets) func noKeptInputBreaksALaw(_ target: FuzzTarget) throws {
    let inputs = try target.keptInputs()
    #expect(inputs.count > 10)
    for (number, bytes) in inputs.enumerated() {
      let violation = target.violation(bytes)
      #expect(violation == nil, "line \(number + 1) of Tests/Corpus/\(target.rawValue).hex: \(violation ?? "")")
    }
  }

  @Test(arguments: targets) func seedsAreSound(_ target: FuzzTarget) {
    #expect(!target.seeds.isEmpty)
    for (index, seed) in target.seeds.enumerated() {
      #expect(!seed.isEmpty)
      #expect(target.violation(seed) == nil, "seed \(index)")
    }
  }
}
