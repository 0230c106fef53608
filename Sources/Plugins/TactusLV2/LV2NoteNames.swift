import TactusPlugin

/// The names of drum keys and of the bank's presets as a MIDNAM document, the XML in which hosts read them.
///
/// Parts that play a drum kit have a set of names with the keys of the kit; all other parts share a set. Each set lists
/// the presets that its parts can select. Banks that no bank select of MIDI reaches are left out.
/// - Thread: control
struct LV2NoteNames {
  let unit: PluginUnit
  /// The name of the model, which is different for each instance.
  let model: String

  var document: String {
    let kits = (0..<16).filter { unit.drumKit(ofPart: $0) != nil }
    let others = (0..<16).filter { !kits.contains($0) }
    let presets = unit.bankPresets
    let sets =
      kits.map { (name: "Part \($0 + 1)", parts: [$0], isKit: true) }
      + (others.isEmpty ? [] : [(name: "Instruments", parts: others, isKit: false)])
    let assigned = sets.flatMap { set in
      set.parts.map { "<ChannelNameSetAssign Channel=\"\($0 + 1)\" NameSet=\"\(set.name)\"/>" }
    }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE MIDINameDocument PUBLIC "-//MIDI Manufacturers Association//DTD MIDINameDocument 1.0//EN" \
      "http://www.midi.org/dtds/MIDINameDocument10.dtd">
      <MIDINameDocument>
      <Author>Tactus</Author>
      <MasterDeviceNames>
      <Manufacturer>Tactus</Manufacturer>
      <Model>\(Self.escaped(model))</Model>
      <CustomDeviceMode Name="Default">
      <ChannelNameSetAssignments>
      \(assigned.joined(separator: "\n"))
      </ChannelNameSetAssignments>
      </CustomDeviceMode>
      \(sets.map { nameSet($0.name, $0.parts, isKit: $0.isKit, presets) }.joined(separator: "\n"))
      \(kits.map(noteList).joined(separator: "\n"))
      </MasterDeviceNames>
      </MIDINameDocument>

      """
  }

  private func nameSet(_ name: String, _ parts: [Int], isKit: Bool, _ presets: [BankPreset]) -> String {
    let channels = (0..<16).map {
      "<AvailableChannel Channel=\"\($0 + 1)\" Available=\"\(parts.contains($0))\"/>"
    }
    let notes = isKit ? "<UsesNoteNameList Name=\"\(name)\"/>\n" : ""
    let banks = Set(presets.map(\.bank)).filter { isKit == ($0 == 128) }.sorted()
    let lists = banks.compactMap { bank in Self.bank(bank, presets.filter { $0.bank == bank }) }
    return """
      <ChannelNameSet Name="\(name)">
      <AvailableForChannels>
      \(channels.joined(separator: "\n"))
      </AvailableForChannels>
      \(notes)\(lists.joined(separator: "\n"))
      </ChannelNameSet>
      """
  }

  private static func bank(_ bank: Int, _ presets: [BankPreset]) -> String? {
    guard let select = presets.first?.bankSelect else { return nil }
    let patches = presets.map {
      "<Patch Number=\"\($0.program)\" Name=\"\(escaped($0.name))\" ProgramChange=\"\($0.program)\"/>"
    }
    return """
      <PatchBank Name="\(bank == 128 ? "Drum kits" : "Bank \(bank)")">
      <MIDICommands>
      <ControlChange Control="0" Value="\(select.msb)"/>
      <ControlChange Control="32" Value="\(select.lsb)"/>
      </MIDICommands>
      <PatchNameList>
      \(patches.joined(separator: "\n"))
      </PatchNameList>
      </PatchBank>
      """
  }

  private func noteList(_ part: Int) -> String {
    let notes = unit.noteNames(ofPart: part).sorted { $0.key < $1.key }.map {
      "<Note Number=\"\($0.key)\" Name=\"\(Self.escaped($0.value))\"/>"
    }
    return "<NoteNameList Name=\"Part \(part + 1)\">\n\(notes.joined(separator: "\n"))\n</NoteNameList>"
  }

  /// Returns text for XML: without control characters, and with the characters that XML reserves written as names.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default:
        if scalar.value >= 32, scalar.value < 0xFFFE, scalar.value != 127 { escaped.unicodeScalars.append(scalar) }
      }
    }
    return escaped
  }
}
