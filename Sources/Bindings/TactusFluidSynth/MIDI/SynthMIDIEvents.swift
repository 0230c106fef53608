@_cdecl("fluid_synth_handle_midi_event")
package func fluid_synth_handle_midi_event(_ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?) -> Int32 {
  guard let data, let event = FluidMIDIEvent.object(event) else { return failed }
  let synth = OpaquePointer(data)
  let channel = Int32(event.channel)
  typealias Kind = FluidMIDIEvent.Kind
  switch event.type {
  case Kind.noteOn: return fluid_synth_noteon(synth, channel, event.param1, event.param2)
  case Kind.noteOff: return fluid_synth_noteoff(synth, channel, event.param1)
  case Kind.controlChange: return fluid_synth_cc(synth, channel, event.param1, event.param2)
  case Kind.programChange: return fluid_synth_program_change(synth, channel, event.param1)
  case Kind.channelPressure: return fluid_synth_channel_pressure(synth, channel, event.param1)
  case Kind.keyPressure: return fluid_synth_key_pressure(synth, channel, event.param1, event.param2)
  case Kind.pitchBend: return fluid_synth_pitch_bend(synth, channel, event.param1)
  case Kind.systemReset: return fluid_synth_system_reset(synth)
  case Kind.systemExclusive:
    let bytes = event.payload?.assumingMemoryBound(to: CChar.self)
    return fluid_synth_sysex(synth, bytes, event.param1, nil, nil, nil, 0)
  case Kind.text, Kind.lyrics, Kind.setTempo: return ok
  default: return failed
  }
}
