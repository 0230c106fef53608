import CCLAP
import CLAPHosting
import TactusSynth
import TestSupport
import Testing

@testable import TactusCLAP
@testable import TactusPlugin

/// Offline rendering, in which a block may wait; so these tests do not run under RealtimeSanitizer.
struct CLAPOfflineTests {
  @Test("a program change and a note in one block of a host that renders offline", .enabled(if: Trial.watcher.isEmpty))
  func programSoundsInItsBlock() throws {
    let factory = Factory(PluginFactory.table, presets: PresetFactory.table)
    let plugin = try #require(HostedPlugin(factory, "tactus.sampler"))
    let hosted = try #require(HostedUnit.of(plugin.plugin))
    // samples that are decoded for one preset at a time
    let bank = PluginBank(path: "waves.sf3", bank: try SoundBank.compressed(programs: [0, 112, 113, 114, 115]))
    hosted.unit.contents.withLock { $0.play(bank) }
    let found = plugin.plugin.pointee.get_extension(plugin.plugin, "clap.render")
    let table = try #require(found)
    let render = table.assumingMemoryBound(to: clap_plugin_render.self)
    plugin.activate()
    plugin.answersCallbacks = false
    plugin.keepsSound = true
    // the bank is one that must be prepared: in real time, the note is left out
    plugin.process(2_048, nil, [(0, .midi(0xC0, 112, 0)), (0, .noteOn(key: 60))])
    #expect(plugin.sound.allSatisfy { $0 == 0 })
    let isSet = render.pointee.set(plugin.plugin, Int32(CLAP_RENDER_OFFLINE))
    #expect(isSet)
    let selections: [HostEvent] = [
      .midi(0xC0, 113, 0), .parameter(100, 114), .packet(0x40C0_0000, 115 << 24),
    ]
    for (index, selection) in selections.enumerated() {
      plugin.reset()
      plugin.process(2_048, nil)
      plugin.sound = []
      plugin.process(2_048, nil, [(0, selection), (0, .noteOn(key: 60))])
      #expect(plugin.sound.contains { $0 != 0 }, "program \(113 + index)")
    }
    let isReset = render.pointee.set(plugin.plugin, Int32(CLAP_RENDER_REALTIME))
    #expect(isReset)
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
    plugin.deactivate()
  }
}
