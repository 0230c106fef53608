import CVST3
import TactusPlugin
import TactusVST3
import Testing
import VST3Hosting

/// What the format adds to the plug-ins: identifiers, the description of the bundle, and a state that other formats read.
struct VST3FormatTests {
  @Test func identifiersAreThoseOfTheirPublishedNumbers() {
    #expect(VST3ID(FUnknown_iid).text == "0000000000000000C000000000000046")
    #expect(VST3ID(IComponent_iid).text == "E831FF31F2D54301928EBBEE25697802")
    #expect(VST3ID(IEditController_iid).text == "DCD7BBE37742448DA874AACC979C759E")
    #expect(VST3ID(IUnitHandler_iid).text == "4B5147F84654486B8DAB30BA163A3C56")
    #expect(VST3ID(IUnitInfo_iid) == VST3ID(0x3D4B_D6B5_913A_4FD2, 0xA886_E768_A5EB_92C1))
  }

  @Test func classesKeepTheirIdentifiers() {
    #expect(
      VST3Class.all.map(\.id.text) == [
        "2B4F79F9D23223094EF422E257EB9116", "5C18D71715C3BF293C2BF5C02787C081", "11F8D189E584615E3806D3DE99083573",
      ])
    #expect(VST3Class.all.map(\.descriptor.identifier) == Plugins.all.map(\.identifier))
  }

  @Test func theBundleIsDescribed() throws {
    let text = ModuleInfo.json()
    for plugin in VST3Class.all {
      #expect(text.contains("\"CID\": \"\(plugin.id.text)\""))
      #expect(text.contains("\"Name\": \"\(plugin.descriptor.name)\""))
    }
    #expect(text.count { $0 == "{" } == text.count { $0 == "}" })
  }

  @Test(arguments: 0..<3) func theStateIsThatOfTheOtherFormats(index: Int) throws {
    let descriptor = Plugins.all[index]
    let unit = PluginUnit(descriptor)
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), descriptor.name))
    #expect(plugin.save() == unit.state())
    unit.loadPreset(descriptor.presets.count - 1)
    unit.setParameter(1, to: descriptor.parameters[1].range.upperBound)
    #expect(plugin.load(unit.state()))
    #expect(plugin.save() == unit.state())
    plugin.change([(descriptor.parameters[2].id, 0)])
    let other = PluginUnit(descriptor)
    try other.restore(try #require(plugin.save()))
    #expect(other.value(ofParameter: 2) == descriptor.parameters[2].range.lowerBound)
    #expect(other.value(ofParameter: 1) == descriptor.parameters[1].range.upperBound)
  }

  /// The parameters that hide controllers, and what a host that does not know them sees.
  @Test func controllersOfAllChannelsHaveParameters() throws {
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), "Tactus Sampler"))
    let ids = (0..<16).flatMap { channel in (0...130).compactMap { plugin.assignment($0, channel) } }
    #expect(Set(ids).count == 16 * 131)
    #expect(plugin.assignment(131, 0) == nil)
    let hidden = Set(plugin.allParameters.filter(\.isHidden).map(\.id))
    #expect(hidden == Set(ids))
    #expect(plugin.allParameters.filter(\.isHidden).allSatisfy { $0.title.hasPrefix("MIDI CC ") })
  }
}
