import CLAPHosting
import TactusCLAP
import TestSupport
import Testing

/// The trials of `clap-probe`, run in this process by a strict host. `TACTUS_ROUNDS` multiplies the seeds.
struct TrialTests {
  @Test(arguments: TrialKind.all.map(\.name), ["tactus.sampler", "tactus.sequencer", "tactus.arpeggiator"])
  func holdsUnderTrial(name: String, id: String) throws {
    let kind = try #require(TrialKind.all.first { $0.name == name })
    let first = seed(of: "\(name) \(id)")
    for round in 0..<UInt64(rounds(1)) {
      let trial = Trial(Factory(PluginFactory.table, presets: PresetFactory.table), id, seed: first &+ round)
      kind.run(trial)
      #expect(trial.faults.isEmpty, "TACTUS_SEED=\(trial.seed): \(trial.faults.joined(separator: "; "))")
    }
  }

  @Test func theLibraryHasTheThreePlugIns() {
    #expect(
      Factory(PluginFactory.table, presets: PresetFactory.table).ids
        == ["tactus.sampler", "tactus.sequencer", "tactus.arpeggiator"])
    #expect(factory("clap.plugin-factory") == UnsafeRawPointer(PluginFactory.table))
    #expect(factory("clap.preset-discovery-factory/2") == UnsafeRawPointer(PresetFactory.table))
    #expect(factory("clap.something-else") == nil)
    #expect(factory(nil) == nil)
  }
}
