import CVST3
import Testing
import VST3Hosting

@testable import TactusPlugin
@testable import TactusVST3

/// Hosts keep the names of keys that they have read, until they are notified that the program list has changed.
struct VST3KeyNameTests {
  private func sampler() throws -> HostedVST3 {
    try #require(HostedVST3(VST3Library(VST3Factory.object), Plugins.sampler.name))
  }

  /// The id of a parameter, and the normalized form of a value.
  private func change(_ symbol: String, to value: Double) throws -> (UInt32, Double) {
    let index = try #require(Plugins.sampler.index(ofParameter: symbol))
    let parameter = Plugins.sampler.parameters[index]
    return (parameter.id, parameter.normalizedRange.normalized(value))
  }

  @Test(arguments: [true, false]) func anotherBankIsReported(supportsUnits: Bool) throws {
    let plugin = try sampler()
    plugin.supportsUnits = supportsUnits
    let references = plugin.handlerReferences
    let instance = try #require(VST3Instance.of(plugin.component))
    // the window has loaded a bank, perhaps from the same path
    VST3WindowHost(instance).contentsChanged()
    #expect(plugin.newProgramLists == (supportsUnits ? 1 : 0))
    let other = PluginUnit(Plugins.sampler)
    other.contents.withLock { $0.play(PluginBank(path: "/nowhere/nothing.sf2", bank: nil)) }
    // a state that plays another bank, and again the same
    for _ in 0..<2 {
      #expect(plugin.load(other.state()))
      #expect(plugin.newProgramLists == (supportsUnits ? 2 : 0))
    }
    #expect(plugin.handlerReferences == references)
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
  }

  @Test(arguments: [false, true]) func anotherKitIsReported(isActive: Bool) throws {
    let plugin = try sampler()
    if isActive { plugin.activate() }
    #expect(plugin.name(ofKey: 36) == "Bass Drum 1")
    var reports = 0
    // changes of the controller, which an active processor has yet to receive
    for (symbol, value, isReported, hasKit) in [
      ("gain", -6, false, true), ("program3", 40, false, true), ("bank10", 0, true, false),
      ("program10", 8, false, false), ("bank10", 128, true, true), ("program10", 0, true, true),
      ("program10", 0, false, true),
    ] as [(String, Double, Bool, Bool)] {
      let (id, share) = try change(symbol, to: value)
      #expect(plugin.set(id, to: share))
      reports += isReported ? 1 : 0
      #expect(plugin.newProgramLists == reports, "\(symbol) \(value)")
      #expect((plugin.name(ofKey: 36) != nil) == hasKit, "\(symbol) \(value)")
    }
    #expect(plugin.offences.isEmpty, "\(plugin.offences)")
    if isActive { plugin.deactivate() }
  }

  @Test func plugInsWithoutKitsReportNothing() throws {
    let plugin = try #require(HostedVST3(VST3Library(VST3Factory.object), Plugins.arpeggiator.name))
    let instance = try #require(VST3Instance.of(plugin.component))
    VST3WindowHost(instance).contentsChanged()
    #expect(plugin.newProgramLists == 0)
    #expect(plugin.name(ofKey: 36) == nil)
  }
}
