import TactusPlugin
import Testing

/// The names of the keys of drum kits, and of the bank's presets.
@Suite("Names of keys and presets") struct NoteNameTests {
  @Test("the part with a kit has names, and the others have none") func kits() {
    let unit = PluginUnit(Plugins.sampler)
    let names = unit.noteNames(ofPart: 9)
    #expect(names[36] == "Bass Drum 1" && names[42] == "Closed Hi-Hat")
    for part in 0..<16 where part != 9 { #expect(unit.noteNames(ofPart: part).isEmpty) }
    unit.setParameter(unit.descriptor.index(ofParameter: "bank3")!, to: 128)
    #expect(unit.noteNames(ofPart: 2) == names)
    unit.setParameter(unit.descriptor.index(ofParameter: "bank10")!, to: 0)
    #expect(unit.noteNames(ofPart: 9).isEmpty)
    for part in [-1, 16, 99] { #expect(unit.noteNames(ofPart: part).isEmpty) }
  }

  @Test("keys outside the percussion map have the names of their samples") func samples() {
    let unit = PluginUnit(Plugins.sampler)
    let names = unit.noteNames(ofPart: 9)
    #expect(names.keys.allSatisfy { (0..<128).contains($0) })
    #expect(names.values.allSatisfy { !$0.isEmpty })
  }

  @Test("the bank's presets are listed once each, in order") func presets() {
    let presets = PluginUnit(Plugins.sampler).bankPresets
    #expect(presets.count > 100)
    #expect(presets.contains { $0.bank == 0 && $0.program == 0 } && presets.contains { $0.bank == 128 })
    #expect(Set(presets.map(\.key)).count == presets.count)
    let order = presets.map { $0.bank * 128 + $0.program }
    #expect(order == order.sorted())
    #expect(PluginUnit(Plugins.sequencer).bankPresets.isEmpty)
    #expect(PluginUnit(Plugins.arpeggiator).noteNames(ofPart: 9).isEmpty)
  }
}
