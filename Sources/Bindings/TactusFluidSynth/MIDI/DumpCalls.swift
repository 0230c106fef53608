#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Prints an event of a channel as a line, for the options of `fluidsynth` that show events before and after the router.
private func dump(_ event: FluidMIDIEvent, position: String) {
  typealias Kind = FluidMIDIEvent.Kind
  let names: [UInt8: String] = [
    Kind.noteOn: "noteon", Kind.noteOff: "noteoff", Kind.controlChange: "cc", Kind.programChange: "prog",
    Kind.pitchBend: "pitch", Kind.channelPressure: "cpress", Kind.keyPressure: "kpress",
  ]
  guard let name = names[event.type] else { return }
  let hasOneValue = [Kind.programChange, Kind.pitchBend, Kind.channelPressure].contains(event.type)
  puts("event_\(position)_\(name) \(event.channel) \(event.param1)" + (hasOneValue ? "" : " \(event.param2)"))
}

@_cdecl("fluid_midi_dump_prerouter")
package func fluid_midi_dump_prerouter(_ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?) -> Int32 {
  if let event = FluidMIDIEvent.object(event) { dump(event, position: "pre") }
  return fluid_midi_router_handle_midi_event(data, event)
}

@_cdecl("fluid_midi_dump_postrouter")
package func fluid_midi_dump_postrouter(_ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?) -> Int32 {
  if let event = FluidMIDIEvent.object(event) { dump(event, position: "post") }
  return fluid_synth_handle_midi_event(data, event)
}
