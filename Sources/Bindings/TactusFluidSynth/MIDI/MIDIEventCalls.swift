@_cdecl("new_fluid_midi_event")
package func new_fluid_midi_event() -> OpaquePointer? { FluidMIDIEvent().retainedPointer }

@_cdecl("delete_fluid_midi_event")
package func delete_fluid_midi_event(_ event: OpaquePointer?) { FluidMIDIEvent.release(event) }

/// Returns a value of an event; 0 for NULL.
private func value(_ event: OpaquePointer?, _ path: KeyPath<FluidMIDIEvent, Int32>) -> Int32 {
  FluidMIDIEvent.object(event).map { $0[keyPath: path] } ?? 0
}

/// Sets a value of an event.
private func set(_ event: OpaquePointer?, _ change: (FluidMIDIEvent) -> Void) -> Int32 {
  guard let event = FluidMIDIEvent.object(event) else { return failed }
  change(event)
  return ok
}

@_cdecl("fluid_midi_event_get_type")
package func fluid_midi_event_get_type(_ event: OpaquePointer?) -> Int32 {
  Int32(FluidMIDIEvent.object(event)?.type ?? 0)
}

@_cdecl("fluid_midi_event_set_type")
package func fluid_midi_event_set_type(_ event: OpaquePointer?, _ type: Int32) -> Int32 {
  set(event) { $0.type = UInt8(truncatingIfNeeded: type) }
}

@_cdecl("fluid_midi_event_get_channel")
package func fluid_midi_event_get_channel(_ event: OpaquePointer?) -> Int32 {
  Int32(FluidMIDIEvent.object(event)?.channel ?? 0)
}

@_cdecl("fluid_midi_event_set_channel")
package func fluid_midi_event_set_channel(_ event: OpaquePointer?, _ channel: Int32) -> Int32 {
  set(event) { $0.channel = UInt8(truncatingIfNeeded: channel) }
}

@_cdecl("fluid_midi_event_get_key")
package func fluid_midi_event_get_key(_ event: OpaquePointer?) -> Int32 { value(event, \.param1) }

@_cdecl("fluid_midi_event_set_key")
package func fluid_midi_event_set_key(_ event: OpaquePointer?, _ key: Int32) -> Int32 {
  set(event) { $0.param1 = key }
}

@_cdecl("fluid_midi_event_get_velocity")
package func fluid_midi_event_get_velocity(_ event: OpaquePointer?) -> Int32 { value(event, \.param2) }

@_cdecl("fluid_midi_event_set_velocity")
package func fluid_midi_event_set_velocity(_ event: OpaquePointer?, _ velocity: Int32) -> Int32 {
  set(event) { $0.param2 = velocity }
}

@_cdecl("fluid_midi_event_get_control")
package func fluid_midi_event_get_control(_ event: OpaquePointer?) -> Int32 { value(event, \.param1) }

@_cdecl("fluid_midi_event_set_control")
package func fluid_midi_event_set_control(_ event: OpaquePointer?, _ control: Int32) -> Int32 {
  set(event) { $0.param1 = control }
}

@_cdecl("fluid_midi_event_get_value")
package func fluid_midi_event_get_value(_ event: OpaquePointer?) -> Int32 { value(event, \.param2) }

@_cdecl("fluid_midi_event_set_value")
package func fluid_midi_event_set_value(_ event: OpaquePointer?, _ value: Int32) -> Int32 {
  set(event) { $0.param2 = value }
}

@_cdecl("fluid_midi_event_get_program")
package func fluid_midi_event_get_program(_ event: OpaquePointer?) -> Int32 { value(event, \.param1) }

@_cdecl("fluid_midi_event_set_program")
package func fluid_midi_event_set_program(_ event: OpaquePointer?, _ program: Int32) -> Int32 {
  set(event) { $0.param1 = program }
}

@_cdecl("fluid_midi_event_get_pitch")
package func fluid_midi_event_get_pitch(_ event: OpaquePointer?) -> Int32 { value(event, \.param1) }

@_cdecl("fluid_midi_event_set_pitch")
package func fluid_midi_event_set_pitch(_ event: OpaquePointer?, _ pitch: Int32) -> Int32 {
  set(event) { $0.param1 = pitch }
}
