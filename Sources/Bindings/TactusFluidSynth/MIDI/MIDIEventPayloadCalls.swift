/// Gives an event a type that has a payload, and sets the payload.
private func setPayload(
  _ event: OpaquePointer?, _ type: UInt8, _ data: UnsafeMutableRawPointer?, _ size: Int32, _ dynamic: Int32
) -> Int32 {
  guard let event = FluidMIDIEvent.object(event) else { return failed }
  event.setPayload(data, size: size, type: type, dynamic: dynamic)
  return ok
}

/// Writes an event's payload and its size to the pointers that are not NULL; fails if the event is of another type.
private func getPayload(
  _ event: OpaquePointer?, _ type: UInt8, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ size: UnsafeMutablePointer<Int32>?
) -> Int32 {
  guard let event = FluidMIDIEvent.object(event), event.type == type else { return failed }
  data?.pointee = event.payload
  size?.pointee = event.param1
  return ok
}

@_cdecl("fluid_midi_event_set_sysex")
package func fluid_midi_event_set_sysex(
  _ event: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ size: Int32, _ dynamic: Int32
) -> Int32 {
  setPayload(event, FluidMIDIEvent.Kind.systemExclusive, data, size, dynamic)
}

@_cdecl("fluid_midi_event_set_text")
package func fluid_midi_event_set_text(
  _ event: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ size: Int32, _ dynamic: Int32
) -> Int32 {
  setPayload(event, FluidMIDIEvent.Kind.text, data, size, dynamic)
}

@_cdecl("fluid_midi_event_get_text")
package func fluid_midi_event_get_text(
  _ event: OpaquePointer?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int32>?
) -> Int32 {
  getPayload(event, FluidMIDIEvent.Kind.text, data, size)
}

@_cdecl("fluid_midi_event_set_lyrics")
package func fluid_midi_event_set_lyrics(
  _ event: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ size: Int32, _ dynamic: Int32
) -> Int32 {
  setPayload(event, FluidMIDIEvent.Kind.lyrics, data, size, dynamic)
}

@_cdecl("fluid_midi_event_get_lyrics")
package func fluid_midi_event_get_lyrics(
  _ event: OpaquePointer?, _ data: UnsafeMutablePointer<UnsafeMutableRawPointer?>?, _ size: UnsafeMutablePointer<Int32>?
) -> Int32 {
  getPayload(event, FluidMIDIEvent.Kind.lyrics, data, size)
}
