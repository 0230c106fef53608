import CVST3
import TactusPlugin
import Testing
import VST3Hosting

@testable import TactusVST3

/// What a window reports to the host.
struct VST3WindowHostTests {
  /// What the window changes besides parameters must be saved, so the host marks its project as changed.
  @Test(arguments: [false, true]) func newContentsMarkTheProject(supportsDirtyFlag: Bool) throws {
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), Plugins.all[0].name))
    let instance = try #require(VST3Instance.of(plugin.component))
    let window = VST3WindowHost(instance)
    plugin.supportsDirtyFlag = supportsDirtyFlag
    let references = plugin.handlerReferences
    window.beginEdit(0)
    window.edit(0, to: instance.unit.descriptor.parameters[0].range.upperBound)
    window.endEdit(0)
    #expect(plugin.dirtyMarks == 0, "a host knows of changes of parameters")
    window.contentsChanged()
    #expect(plugin.dirtyMarks == (supportsDirtyFlag ? 1 : 0))
    #expect(plugin.handlerReferences == references)
  }
}
