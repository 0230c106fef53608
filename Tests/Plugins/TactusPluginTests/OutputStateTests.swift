import TactusPlugin
import TactusSynth
import Testing

/// The choice of outputs in states.
@Suite("Outputs of a plug-in") struct OutputStateTests {
  @Test("a chosen one is saved, and asked for after a restore", arguments: SynthOutputs.allCases)
  func saved(outputs: SynthOutputs) throws {
    let unit = PluginUnit(Plugins.sampler)
    unit.choose(outputs)
    #expect(unit.outputs == outputs && unit.wantedOutputs == nil)
    let other = PluginUnit(Plugins.sampler)
    try other.restore(unit.state())
    #expect(other.outputs == .stereo)
    #expect(other.wantedOutputs == (outputs == .stereo ? nil : outputs))
    #expect(other.state() == unit.state(), "a host that cannot change its outputs keeps the choice")
    other.choose(other.wantedOutputs ?? .stereo)
    #expect(other.state() == unit.state())
    try other.restore(PluginUnit(Plugins.sampler).state())
    #expect(other.wantedOutputs == (outputs == .stereo ? nil : .stereo))
  }

  @Test("unknown outputs, and those of other plug-ins, are ignored") func unknown() throws {
    let unit = PluginUnit(Plugins.sampler)
    try unit.restore(Array("{\"plugin\": \"tactus.sampler\", \"outputs\": \"by voice\"}".utf8))
    #expect(unit.wantedOutputs == nil)
    let sequencer = PluginUnit(Plugins.sequencer)
    sequencer.choose(.drums)
    #expect(sequencer.outputs == .stereo)
  }

  @Test("an activation at another rate keeps them") func rates() {
    let unit = PluginUnit(Plugins.sampler)
    unit.choose(.parts)
    unit.activate(sampleRate: 44_100, maximumFrameCount: 64)
    #expect(unit.outputs == .parts)
    unit.prepare(outputs: .stereo)
    #expect(unit.outputs == .stereo)
    unit.deactivate()
  }
}
