import CCLAP
import CLAPHosting
import TactusCLAP
import TactusPlugin
import Testing

/// Events that modulate parameters.
struct CLAPModulationTests {
  private static let (gain, reverb, chorus): (UInt32, UInt32, UInt32) = (10, 13, 14)

  @Test("a host modulates in a block and by a flush") func gain() throws {
    let factory = Factory(PluginFactory.table, presets: PresetFactory.table)
    let plugin = try #require(HostedPlugin(factory, "tactus.sampler"))
    plugin.activate()
    plugin.keepsSound = true
    plugin.flush([.parameter(Self.reverb, 0), .parameter(Self.chorus, 0)])
    plugin.process(4_096, nil, [(0, .noteOn(key: 60))])
    #expect(plugin.sound.contains { abs($0) > 1e-3 })
    plugin.process(4_096, nil, [(0, .modulation(Self.gain, -500))])
    plugin.sound = []
    plugin.process(1_024, nil)
    #expect(plugin.sound.allSatisfy { abs($0) < 1e-4 })
    plugin.flush([.modulation(Self.gain, 0)])
    plugin.process(1_024, nil)
    plugin.sound = []
    plugin.process(1_024, nil)
    #expect(plugin.sound.contains { abs($0) > 1e-3 })
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
    plugin.deactivate()
  }

  @Test("the flags say which parameters can be modulated", arguments: Plugins.all.map(\.identifier))
  func flags(id: String) throws {
    let descriptor = try #require(Plugins.all.first { $0.identifier == id })
    let plugin = try #require(HostedPlugin(Factory(PluginFactory.table, presets: PresetFactory.table), id))
    let found = plugin.plugin.pointee.get_extension(plugin.plugin, "clap.params")
    let extensionTable = try #require(found)
    let table = extensionTable.assumingMemoryBound(to: clap_plugin_params.self)
    for (index, parameter) in descriptor.parameters.enumerated() {
      var info = clap_param_info()
      let isFound = table.pointee.get_info(plugin.plugin, UInt32(index), &info)
      #expect(isFound)
      #expect((info.flags & UInt32(CLAP_PARAM_IS_MODULATABLE) != 0) == parameter.isModulatable, "\(parameter.symbol)")
    }
  }
}
