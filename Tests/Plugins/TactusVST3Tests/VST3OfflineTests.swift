import CVST3
import TactusVST3
import Testing
import VST3Hosting

/// Offline rendering, in which a block may wait; so these tests do not run under RealtimeSanitizer.
struct VST3OfflineTests {
  @Test(
    "a program change and a note in one block of a host that renders offline", .enabled(if: VST3Trial.watcher.isEmpty))
  func programSoundsInItsBlock() throws {
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), "Tactus Sampler"))
    plugin.activate()
    plugin.keepsSound = true
    plugin.isOffline = true
    plugin.process(2_048, nil, [(0, .controller(kCtrlProgramChange, 112.0 / 127)), (0, .noteOn(key: 60))])
    #expect(plugin.sound.contains { $0 != 0 })
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
    plugin.deactivate()
  }
}
