import CCLAP
import TactusPlugin

// Ports.

extension HostedUnit {
  /// Returns the number of note ports. Every plug-in has one input port; all except instruments have one output port.
  func notePortCount(isInput: Bool) -> UInt32 { isInput || unit.descriptor.hasNoteOutput ? 1 : 0 }

  func describeNotePort(_ index: UInt32, isInput: Bool, _ port: UnsafeMutablePointer<clap_note_port_info>?) -> Bool {
    guard index < notePortCount(isInput: isInput), let port else { return false }
    let dialects = CLAP_NOTE_DIALECT_CLAP | CLAP_NOTE_DIALECT_MIDI | (isInput ? CLAP_NOTE_DIALECT_MIDI2 : 0)
    port.pointee.id = isInput ? 1 : 2
    port.pointee.supported_dialects = UInt32(dialects)
    port.pointee.preferred_dialect = UInt32(CLAP_NOTE_DIALECT_CLAP)
    CText.write(isInput ? "Notes In" : "Notes Out", toField: &port.pointee.name)
    return true
  }

  func audioPortCount(isInput: Bool) -> UInt32 {
    !isInput && unit.descriptor.kind == .instrument ? UInt32(unit.outputs.count) : 0
  }

  func describeAudioPort(_ index: UInt32, isInput: Bool, _ port: UnsafeMutablePointer<clap_audio_port_info>?) -> Bool {
    index < audioPortCount(isInput: isInput) && describePort(index, of: unit.outputs, port)
  }
}
