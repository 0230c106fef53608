import CVST3
import TactusSynth
import TestSupport
import Testing
import VST3Hosting

@testable import TactusPlugin
@testable import TactusVST3

/// Offline rendering, in which a block may wait; so these tests do not run under RealtimeSanitizer.
struct VST3OfflineTests {
  @Test(
    "a program change and a note in one block of a host that renders offline", .enabled(if: VST3Trial.watcher.isEmpty))
  func programSoundsInItsBlock() throws {
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), "Tactus Sampler"))
    let instance = try #require(VST3Instance.of(plugin.component))
    // samples that are decoded for one preset at a time
    let bank = PluginBank(path: "waves.sf3", bank: try SoundBank.compressed(programs: [0, 112, 113, 114]))
    instance.unit.contents.withLock { $0.play(bank) }
    plugin.activate()
    plugin.keepsSound = true
    // the bank is one that must be prepared: in real time, the note is left out
    plugin.process(2_048, nil, [(0, .controller(kCtrlProgramChange, 112.0 / 127)), (0, .noteOn(key: 60))])
    #expect(plugin.sound.allSatisfy { $0 == 0 })
    plugin.isOffline = true
    let selections: [VST3HostEvent] = [.controller(kCtrlProgramChange, 113.0 / 127), .parameter(100, 114.0 / 127)]
    for (index, selection) in selections.enumerated() {
      plugin.reset()
      plugin.process(2_048, nil)
      plugin.sound = []
      plugin.process(2_048, nil, [(0, selection), (0, .noteOn(key: 60))])
      #expect(plugin.sound.contains { $0 != 0 }, "program \(113 + index)")
    }
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
    plugin.deactivate()
  }
}
