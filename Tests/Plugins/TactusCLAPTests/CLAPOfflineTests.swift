import CCLAP
import CLAPHosting
import TactusCLAP
import Testing

/// Offline rendering, in which a block may wait; so these tests do not run under RealtimeSanitizer.
struct CLAPOfflineTests {
  @Test("a program change and a note in one block of a host that renders offline", .enabled(if: Trial.watcher.isEmpty))
  func programSoundsInItsBlock() throws {
    let factory = Factory(PluginFactory.table, presets: PresetFactory.table)
    let plugin = try #require(HostedPlugin(factory, "tactus.sampler"))
    let found = plugin.plugin.pointee.get_extension(plugin.plugin, "clap.render")
    let table = try #require(found)
    let render = table.assumingMemoryBound(to: clap_plugin_render.self)
    let isSet = render.pointee.set(plugin.plugin, Int32(CLAP_RENDER_OFFLINE))
    #expect(isSet)
    plugin.activate()
    plugin.answersCallbacks = false
    plugin.keepsSound = true
    plugin.process(2_048, nil, [(0, .midi(0xC0, 113, 0)), (0, .noteOn(key: 60))])
    #expect(plugin.sound.contains { $0 != 0 })
    for program in [114, 115] {
      plugin.reset()
      plugin.process(2_048, nil)
      plugin.sound = []
      plugin.process(2_048, nil, [(0, .parameter(100, Double(program))), (0, .noteOn(key: 60))])
      #expect(plugin.sound.contains { $0 != 0 }, "program \(program)")
    }
    let isReset = render.pointee.set(plugin.plugin, Int32(CLAP_RENDER_REALTIME))
    #expect(isReset)
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
    plugin.deactivate()
  }
}
