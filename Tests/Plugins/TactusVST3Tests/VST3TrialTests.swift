import TactusVST3
import TestSupport
import Testing
import VST3Hosting

/// The trials of `vst3-probe`, run in this process by a strict host. `TACTUS_ROUNDS` multiplies the seeds.
struct VST3TrialTests {
  @Test(arguments: VST3TrialKind.all.map(\.name), ["Tactus Sampler", "Tactus Sequencer", "Tactus Arpeggiator"])
  func holdsUnderTrial(name: String, plugin: String) throws {
    let kind = try #require(VST3TrialKind.all.first { $0.name == name })
    let first = seed(of: "\(name) \(plugin)")
    for round in 0..<UInt64(rounds(1)) {
      let trial = VST3Trial(VST3Library(VST3Factory.object), plugin, seed: first &+ round)
      kind.run(trial)
      #expect(trial.faults.isEmpty, "TACTUS_SEED=\(trial.seed): \(trial.faults.joined(separator: "; "))")
    }
  }

  @Test func theLibraryHasTheThreePlugIns() {
    #expect(VST3Library(VST3Factory.object).names == ["Tactus Sampler", "Tactus Sequencer", "Tactus Arpeggiator"])
  }
}
