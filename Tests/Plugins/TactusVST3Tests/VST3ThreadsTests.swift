import TactusVST3
import TestSupport
import Testing
import VST3Hosting

/// The trial with threads by itself, for ThreadSanitizer.
@Suite("VST3 Threads") struct VST3ThreadsTests {
  @Test(arguments: ["Tactus Sampler", "Tactus Sequencer", "Tactus Arpeggiator"])
  func cyclesBesideTheControlSide(plugin: String) throws {
    let kind = try #require(VST3TrialKind.all.first { $0.name == "threads" })
    let trial = VST3Trial(VST3Library(VST3Factory.object), plugin, seed: seed(of: "threads \(plugin)"))
    kind.run(trial)
    #expect(trial.faults.isEmpty, "TACTUS_SEED=\(trial.seed): \(trial.faults.joined(separator: "; "))")
  }
}
