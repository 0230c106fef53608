/// Returns the fields of an event; for NULL, those of a new event.
private func contents(_ event: OpaquePointer?) -> FluidEvent.Contents {
  FluidEvent.object(event)?.contents ?? FluidEvent.Contents()
}

@_cdecl("fluid_event_get_type")
package func fluid_event_get_type(_ event: OpaquePointer?) -> Int32 { contents(event).type }

@_cdecl("fluid_event_get_source")
package func fluid_event_get_source(_ event: OpaquePointer?) -> Int16 { contents(event).source }

@_cdecl("fluid_event_get_dest")
package func fluid_event_get_dest(_ event: OpaquePointer?) -> Int16 { contents(event).destination }

@_cdecl("fluid_event_get_channel")
package func fluid_event_get_channel(_ event: OpaquePointer?) -> Int32 { contents(event).channel }

@_cdecl("fluid_event_get_key")
package func fluid_event_get_key(_ event: OpaquePointer?) -> Int16 { contents(event).key }

@_cdecl("fluid_event_get_velocity")
package func fluid_event_get_velocity(_ event: OpaquePointer?) -> Int16 { contents(event).velocity }

@_cdecl("fluid_event_get_control")
package func fluid_event_get_control(_ event: OpaquePointer?) -> Int16 { contents(event).control }

@_cdecl("fluid_event_get_value")
package func fluid_event_get_value(_ event: OpaquePointer?) -> Int32 { contents(event).value }

@_cdecl("fluid_event_get_program")
package func fluid_event_get_program(_ event: OpaquePointer?) -> Int32 { contents(event).value }

@_cdecl("fluid_event_get_data")
package func fluid_event_get_data(_ event: OpaquePointer?) -> UnsafeMutableRawPointer? { contents(event).data }

@_cdecl("fluid_event_get_duration")
package func fluid_event_get_duration(_ event: OpaquePointer?) -> UInt32 { contents(event).duration }

@_cdecl("fluid_event_get_bank")
package func fluid_event_get_bank(_ event: OpaquePointer?) -> Int16 { contents(event).control }

@_cdecl("fluid_event_get_pitch")
package func fluid_event_get_pitch(_ event: OpaquePointer?) -> Int32 { contents(event).pitch }

@_cdecl("fluid_event_get_scale")
package func fluid_event_get_scale(_ event: OpaquePointer?) -> Double { contents(event).scale }

@_cdecl("fluid_event_get_sfont_id")
package func fluid_event_get_sfont_id(_ event: OpaquePointer?) -> UInt32 { contents(event).duration }

@_cdecl("fluid_event_from_midi_event")
package func fluid_event_from_midi_event(_ event: OpaquePointer?, _ midiEvent: OpaquePointer?) -> Int32 {
  guard let midi = FluidMIDIEvent.object(midiEvent), event != nil else { return failed }
  let channel = Int32(midi.channel)
  let (short1, short2) = (Int16(truncatingIfNeeded: midi.param1), Int16(truncatingIfNeeded: midi.param2))
  typealias Kind = FluidMIDIEvent.Kind
  switch midi.type {
  case Kind.noteOff: fluid_event_noteoff(event, channel, short1)
  case Kind.noteOn: fluid_event_noteon(event, channel, short1, short2)
  case Kind.controlChange: fluid_event_control_change(event, channel, short1, midi.param2)
  case Kind.programChange: fluid_event_program_change(event, channel, midi.param1)
  case Kind.pitchBend: fluid_event_pitch_bend(event, channel, midi.param1)
  case Kind.channelPressure: fluid_event_channel_pressure(event, channel, midi.param1)
  case Kind.keyPressure: fluid_event_key_pressure(event, channel, short1, midi.param2)
  case Kind.systemReset: fluid_event_system_reset(event)
  default: return failed
  }
  return ok
}
