import TactusFiles
import TactusMIDI
import TactusPlugin
import TactusProcessors
import TactusRender
import TactusSequencer
import TestSupport
import Testing

@Suite("States of plug-ins")
struct PluginStateTests {
  @Test("a state that is restored says the same again", arguments: Plugins.all.indices)
  func roundTrip(index: Int) throws {
    var random = SeededGenerator(seed: seed(of: "states of plug-ins"))
    let first = PluginUnit(Plugins.all[index])
    for (position, parameter) in first.descriptor.parameters.enumerated() where Bool.random(using: &random) {
      first.setParameter(position, to: .random(in: parameter.range, using: &random))
    }
    try first.publish(ProcessorChain([.transpose(Transpose(3)), .arpeggiator(Arpeggiator(order: .random))]))
    let second = PluginUnit(Plugins.all[index])
    let former = second.stateVersion
    try second.restore(first.state())
    #expect(second.state() == first.state())
    #expect(second.stateVersion != former)
    #expect(
      first.descriptor.parameters.indices.allSatisfy { first.value(ofParameter: $0) == second.value(ofParameter: $0) })
  }

  @Test("a sequence of the user's own is in the state, and plays")
  func sequence() throws {
    let unit = PluginUnit(Plugins.sequencer)
    let pattern = Pattern([.hit, .rest], stepLength: 5_040, key: 70)
    try unit.publish(MIDISequence([Track(pattern, channel: 2)]))
    let host = PluginHost(Plugins.sequencer)
    try host.unit.restore(unit.state())
    let transport = Transport()
    for _ in 0..<20 { host.render(1_200, transport.context(at: host.frame)) }
    #expect(host.onsets == [0, 12_000])
    #expect(host.sent.first?.bytes == [0x92, 70, 100])
    try host.unit.publish(nil as MIDISequence?)
    host.render(1_200, transport.context(at: host.frame))
    host.render(12_000, transport.context(at: host.frame))
    #expect(host.sent.last?.bytes[0] == 0x89 || host.sent.last?.bytes[0] == 0x99)
  }

  @Test("documents that cannot be taken change nothing")
  func refused() throws {
    let unit = PluginUnit(Plugins.sampler)
    unit.setParameter(1, to: -6)
    let before = unit.state()
    let documents = [
      "", "{", "[]", "{\"plugin\": \"tactus.sequencer\"}", "{\"plugin\": 5}", "{\"format\": \"tactus chain\"}",
      "{\"plugin\": \"tactus.sampler\", \"parameters\": {\"gain\": \"loud\"}}",
      "{\"plugin\": \"tactus.sampler\", \"chain\": {\"effects\": [{\"dance\": 1}]}}",
    ]
    for document in documents {
      #expect(throws: PluginStateError.self, "\(document)") { try unit.restore(Array(document.utf8)) }
      #expect(unit.state() == before)
    }
  }

  @Test("documents of other versions are read as far as they are known")
  func otherVersions() throws {
    let unit = PluginUnit(Plugins.sampler)
    unit.setParameter(1, to: -6)
    let document = """
      {"format": "tactus plugin", "version": "9.1", "plugin": "tactus.sampler", "colour": {"of": "the future"},
       "parameters": {"gain": -1e300, "unheardOf": "word", "later": {"a": [1]}, "program2": 12.4, "pan": null}}
      """
    try unit.restore(Array(document.utf8))
    #expect(unit.value(ofParameter: unit.descriptor.index(ofParameter: "gain")!) == -96)
    #expect(unit.value(ofParameter: unit.descriptor.index(ofParameter: "program2")!) == 12)
    #expect(unit.value(ofParameter: unit.descriptor.index(ofParameter: "reverb")!) == 100)
  }

  /// A sequence can have a document of 64 MiB, and is longer in the state of a plug-in.
  @Test("a state may be larger than 16 MiB")
  func largeState() throws {
    let unit = PluginUnit(Plugins.sampler)
    let document = Array("{\"plugin\": \"tactus.sampler\", \"parameters\": {\"gain\": -6}".utf8)
    try unit.restore(document + Array(repeating: UInt8(ascii: " "), count: 1 << 24) + Array("}".utf8))
    #expect(unit.value(ofParameter: unit.descriptor.index(ofParameter: "gain")!) == -6)
  }

  @Test("effects that cannot be read are left out, said, and saved again where they were")
  func unreadEffects() throws {
    let unit = PluginUnit(Plugins.sampler)
    let document = """
      {"plugin": "tactus.sampler", "parameters": {"gain": -6}, "chain": {"effects": [
        {"effect": "dance", "steps": [1, {"deep": null}]}, {"effect": "transpose", "semitones": 3},
        {"effect": "echo", "repeats": "forever"}, {"effect": "transpose", "semitones": 4}]}}
      """
    try unit.restore(Array(document.utf8))
    #expect(unit.chain == ProcessorChain([.transpose(Transpose(3)), .transpose(Transpose(4))]))
    #expect(unit.value(ofParameter: unit.descriptor.index(ofParameter: "gain")!) == -6)
    #expect(
      unit.takeRemarks() == [
        "chain.effects[0]: \"dance\" is no effect of this version; it is left out, and saved again",
        "chain.effects[2]: \"echo\" has values that this version does not know; it is left out, and saved again",
      ])
    let saved = unit.state()
    let words = String(decoding: saved, as: UTF8.self).matches(of: #/"effect": "(\w+)"/#).map(\.1)
    #expect(words == ["dance", "transpose", "echo", "transpose"])
    #expect(String(decoding: saved, as: UTF8.self).contains("{\"deep\": null}"))
    let second = PluginUnit(Plugins.sampler)
    try second.restore(saved)
    #expect(second.state() == saved)
    // whoever publishes effects of their own has said what there is to run
    try second.publish(ProcessorChain([]))
    #expect(!String(decoding: second.state(), as: UTF8.self).contains("dance"))
  }

  @Test("older states, which say functions, are restored and saved with the new names")
  func olderNames() throws {
    let unit = PluginUnit(Plugins.sampler)
    let document = """
      {"plugin": "tactus.sampler", "chain": {"functions": [
        {"function": "dance"}, {"function": "transpose", "semitones": 3}]}}
      """
    try unit.restore(Array(document.utf8))
    #expect(unit.chain == ProcessorChain([.transpose(Transpose(3))]))
    #expect(unit.takeRemarks().count == 1)
    let saved = unit.state()
    let text = String(decoding: saved, as: UTF8.self)
    #expect(text.contains("\"effects\"") && !text.contains("\"functions\"") && text.contains("dance"))
    let second = PluginUnit(Plugins.sampler)
    try second.restore(saved)
    #expect(second.chain == unit.chain && second.state() == saved)
    let preset = #"{"functions": [{"function": "transpose", "semitones": 7}]}"#
    try second.load(FileBytes(copying: Array(preset.utf8), name: "old.json"), path: "old.json")
    #expect(second.chain == ProcessorChain([.transpose(Transpose(7))]))
  }

  @Test("a bank that has gone is remembered, and the built-in one plays")
  func missingBank() throws {
    let host = PluginHost(Plugins.sampler)
    let document = "{\"plugin\": \"tactus.sampler\", \"bank\": \"$PROJECT/gone-with-the-wind.sf2\"}"
    try host.unit.restore(Array(document.utf8)) { $0.replacing("$PROJECT", with: "/nowhere") }
    #expect(host.unit.bankPath == "/nowhere/gone-with-the-wind.sf2")
    #expect(host.unit.takeRemarks().count == 1)
    #expect(host.unit.takeRemarks().isEmpty)
    host.render(4_096) { $0.receive(.on(60), at: 0) }
    #expect(host.left.contains { $0 != 0 })
    let saved = host.unit.state { $0.replacing("/nowhere", with: "$PROJECT") }
    #expect(String(decoding: saved, as: UTF8.self).contains("\"$PROJECT/gone-with-the-wind.sf2\""))
    #expect(throws: PluginStateError.self) { try host.unit.loadBank(path: "/nowhere/else.sf2") }
    #expect(throws: PluginStateError.self) { try host.unit.loadDocument(path: "-") }
    try host.unit.loadBank(path: nil)
    #expect(host.unit.bankPath == nil)
  }

  @Test("the preset that was loaded last is in the state", arguments: Plugins.all.indices)
  func preset(index: Int) throws {
    let unit = PluginUnit(Plugins.all[index])
    let last = unit.descriptor.presets.count - 1
    unit.loadPreset(last)
    unit.setParameter(1, to: unit.descriptor.parameters[1].range.lowerBound)
    let other = PluginUnit(Plugins.all[index])
    #expect(other.presetIndex == 0)
    try other.restore(unit.state())
    #expect(other.presetIndex == last && other.state() == unit.state())
    try other.restore(PluginUnit(Plugins.all[index]).state())
    #expect(other.presetIndex == 0)
  }
}
