import FuzzTargets
import TactusFiles
import TactusProcessors
import TactusSequencer
import Testing

/// Replays every input that fuzzing has kept; `Scripts/fuzz TARGET --keep` writes them. Those of commands are in
/// `CommandCorpusTests`.
@Suite struct CorpusTests {
  private static let targets = FuzzTarget.allCases.filter { $0 != .command }

  @Test(arguments: targets) func noKeptInputBreaksALaw(_ target: FuzzTarget) throws {
    let inputs = try target.keptInputs()
    #expect(inputs.count > 10)
    for (number, bytes) in inputs.enumerated() {
      let violation = target.violation(bytes)
      #expect(violation == nil, "line \(number + 1) of Tests/Fuzzing/Corpus/\(target.rawValue).hex: \(violation ?? "")")
    }
  }

  /// Fuzzing that starts with inputs that are refused at once finds little.
  @Test func seedsThatAreDocumentsAreTaken() throws {
    var unknown: [String] = []
    for (index, text) in DocumentSeeds.sequences.enumerated() {
      _ = try MIDISequence(reading: FileBytes(copying: Array(text.utf8), name: "sequence \(index)"), unknown: &unknown)
    }
    #expect(unknown == ["colour"])
    for (index, text) in DocumentSeeds.chains.enumerated() {
      _ = try ProcessorChain(reading: FileBytes(copying: Array(text.utf8), name: "chain \(index)"), unknown: &unknown)
    }
    #expect(unknown == ["colour"])
  }

  @Test(arguments: targets) func seedsAreSound(_ target: FuzzTarget) {
    #expect(!target.seeds.isEmpty)
    for (index, seed) in target.seeds.enumerated() {
      #expect(target.violation(seed) == nil, "seed \(index)")
    }
  }
}
