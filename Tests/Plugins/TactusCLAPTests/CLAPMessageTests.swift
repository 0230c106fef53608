import CLAPHosting
import TactusCLAP
import Testing

/// What the plug-in has to tell the user is in the host's log, once.
struct CLAPMessageTests {
  @Test(
    "states with a missing bank or an unknown effect load, and are reported in the host's log",
    arguments: [
      #"{"plugin": "tactus.sampler", "bank": "/nowhere/gone-with-the-wind.sf2"}"#,
      #"{"plugin": "tactus.sampler", "chain": {"effects": [{"effect": "dance"}]}}"#,
    ])
  func incompleteStates(state: String) throws {
    let factory = Factory(PluginFactory.table, presets: PresetFactory.table)
    let plugin = try #require(HostedPlugin(factory, "tactus.sampler"))
    #expect(plugin.warnings == 0)
    #expect(plugin.load(Array(state.utf8)))
    #expect(plugin.warnings == 1)
    #expect(plugin.save() != nil)
    #expect(plugin.warnings == 1)
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
  }
}
