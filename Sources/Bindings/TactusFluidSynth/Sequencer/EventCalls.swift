@_cdecl("new_fluid_event")
package func new_fluid_event() -> OpaquePointer? { FluidEvent().retainedPointer }

@_cdecl("delete_fluid_event")
package func delete_fluid_event(_ event: OpaquePointer?) { FluidEvent.release(event) }

/// Changes an event to a type, and sets the fields that the type has.
private func set(
  _ event: OpaquePointer?, _ type: FluidSequencerEvent, _ channel: Int32? = nil,
  _ change: (inout FluidEvent.Contents) -> Void = { _ in }
) {
  guard let event = FluidEvent.object(event) else { return }
  event.set(type, channel: channel)
  change(&event.contents)
}

/// Sets the value of a controller that has a separate event type.
private func setController(_ event: OpaquePointer?, _ type: FluidSequencerEvent, _ channel: Int32, _ value: Int32) {
  set(event, type, channel) { $0.value = min(max(value, 0), 127) }
}

@_cdecl("fluid_event_set_source")
package func fluid_event_set_source(_ event: OpaquePointer?, _ source: Int16) {
  FluidEvent.object(event)?.contents.source = source
}

@_cdecl("fluid_event_set_dest")
package func fluid_event_set_dest(_ event: OpaquePointer?, _ destination: Int16) {
  FluidEvent.object(event)?.contents.destination = destination
}

@_cdecl("fluid_event_timer")
package func fluid_event_timer(_ event: OpaquePointer?, _ data: UnsafeMutableRawPointer?) {
  set(event, .timer) { $0.data = data }
}

@_cdecl("fluid_event_note")
package func fluid_event_note(
  _ event: OpaquePointer?, _ channel: Int32, _ key: Int16, _ velocity: Int16, _ duration: UInt32
) {
  set(event, .note, channel) { ($0.key, $0.velocity, $0.duration) = (key, velocity, duration) }
}

@_cdecl("fluid_event_noteon")
package func fluid_event_noteon(_ event: OpaquePointer?, _ channel: Int32, _ key: Int16, _ velocity: Int16) {
  guard velocity != 0 else { return fluid_event_noteoff(event, channel, key) }
  set(event, .noteOn, channel) { ($0.key, $0.velocity) = (key, velocity) }
}

@_cdecl("fluid_event_noteoff")
package func fluid_event_noteoff(_ event: OpaquePointer?, _ channel: Int32, _ key: Int16) {
  set(event, .noteOff, channel) { $0.key = key }
}

@_cdecl("fluid_event_all_sounds_off")
package func fluid_event_all_sounds_off(_ event: OpaquePointer?, _ channel: Int32) {
  set(event, .allSoundsOff, channel)
}

@_cdecl("fluid_event_all_notes_off")
package func fluid_event_all_notes_off(_ event: OpaquePointer?, _ channel: Int32) { set(event, .allNotesOff, channel) }

@_cdecl("fluid_event_bank_select")
package func fluid_event_bank_select(_ event: OpaquePointer?, _ channel: Int32, _ bank: Int16) {
  set(event, .bankSelect, channel) { $0.control = bank }
}

@_cdecl("fluid_event_program_change")
package func fluid_event_program_change(_ event: OpaquePointer?, _ channel: Int32, _ program: Int32) {
  set(event, .programChange, channel) { $0.value = program }
}

@_cdecl("fluid_event_program_select")
package func fluid_event_program_select(
  _ event: OpaquePointer?, _ channel: Int32, _ font: UInt32, _ bank: Int16, _ program: Int16
) {
  set(event, .programSelect, channel) { ($0.duration, $0.control, $0.value) = (font, bank, Int32(program)) }
}

@_cdecl("fluid_event_control_change")
package func fluid_event_control_change(_ event: OpaquePointer?, _ channel: Int32, _ control: Int16, _ value: Int32) {
  set(event, .controlChange, channel) { ($0.control, $0.value) = (control, value) }
}

@_cdecl("fluid_event_pitch_bend")
package func fluid_event_pitch_bend(_ event: OpaquePointer?, _ channel: Int32, _ pitch: Int32) {
  set(event, .pitchBend, channel) { $0.pitch = min(max(pitch, 0), 16_383) }
}

@_cdecl("fluid_event_pitch_wheelsens")
package func fluid_event_pitch_wheelsens(_ event: OpaquePointer?, _ channel: Int32, _ semitones: Int32) {
  set(event, .pitchWheelSensitivity, channel) { $0.value = semitones }
}

@_cdecl("fluid_event_modulation")
package func fluid_event_modulation(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .modulation, channel, value)
}

@_cdecl("fluid_event_sustain")
package func fluid_event_sustain(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .sustain, channel, value)
}

@_cdecl("fluid_event_pan")
package func fluid_event_pan(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .pan, channel, value)
}

@_cdecl("fluid_event_volume")
package func fluid_event_volume(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .volume, channel, value)
}

@_cdecl("fluid_event_reverb_send")
package func fluid_event_reverb_send(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .reverbSend, channel, value)
}

@_cdecl("fluid_event_chorus_send")
package func fluid_event_chorus_send(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .chorusSend, channel, value)
}

@_cdecl("fluid_event_key_pressure")
package func fluid_event_key_pressure(_ event: OpaquePointer?, _ channel: Int32, _ key: Int16, _ value: Int32) {
  setController(event, .keyPressure, channel, value)
  FluidEvent.object(event)?.contents.key = min(max(key, 0), 127)
}

@_cdecl("fluid_event_channel_pressure")
package func fluid_event_channel_pressure(_ event: OpaquePointer?, _ channel: Int32, _ value: Int32) {
  setController(event, .channelPressure, channel, value)
}

@_cdecl("fluid_event_system_reset")
package func fluid_event_system_reset(_ event: OpaquePointer?) { set(event, .systemReset) }

@_cdecl("fluid_event_unregistering")
package func fluid_event_unregistering(_ event: OpaquePointer?) { set(event, .unregistering) }

@_cdecl("fluid_event_scale")
package func fluid_event_scale(_ event: OpaquePointer?, _ scale: Double) { set(event, .scale) { $0.scale = scale } }
