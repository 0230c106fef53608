import CFluidSynth

/// Reads the clients of a sequencer.
private func clients<R>(_ sequencer: OpaquePointer?, _ read: ([FluidSequencer.Client]) -> R?) -> R? {
  FluidSequencer.object(sequencer).flatMap { sequencer in sequencer.lock.withLock { read(sequencer.clients) } }
}

@_cdecl("fluid_sequencer_register_client")
package func fluid_sequencer_register_client(
  _ sequencer: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ callback: fluid_event_callback_t?,
  _ data: UnsafeMutableRawPointer?
) -> Int16 {
  FluidSequencer.object(sequencer)?.register(name: name, callback: callback, data: data) ?? Int16(failed)
}

@_cdecl("fluid_sequencer_unregister_client")
package func fluid_sequencer_unregister_client(_ sequencer: OpaquePointer?, _ id: Int16) {
  FluidSequencer.object(sequencer)?.unregister(id)
}

@_cdecl("fluid_sequencer_count_clients")
package func fluid_sequencer_count_clients(_ sequencer: OpaquePointer?) -> Int32 {
  clients(sequencer) { Int32($0.count) } ?? 0
}

@_cdecl("fluid_sequencer_get_client_id")
package func fluid_sequencer_get_client_id(_ sequencer: OpaquePointer?, _ index: Int32) -> Int16 {
  clients(sequencer) { $0.indices.contains(Int(index)) ? $0[Int(index)].id : nil } ?? Int16(failed)
}

@_cdecl("fluid_sequencer_get_client_name")
package func fluid_sequencer_get_client_name(_ sequencer: OpaquePointer?, _ id: Int16) -> UnsafeMutablePointer<CChar>? {
  clients(sequencer) { $0.first { $0.id == id }?.name }
}

@_cdecl("fluid_sequencer_client_is_dest")
package func fluid_sequencer_client_is_dest(_ sequencer: OpaquePointer?, _ id: Int16) -> Int32 {
  clients(sequencer) { $0.first { $0.id == id }.map { $0.callback != nil || $0.synth != nil } } == true ? 1 : 0
}

@_cdecl("fluid_sequencer_register_fluidsynth")
package func fluid_sequencer_register_fluidsynth(_ sequencer: OpaquePointer?, _ synth: OpaquePointer?) -> Int16 {
  guard let sequencer = FluidSequencer.object(sequencer), let synth = FluidSynth.object(synth) else {
    return Int16(failed)
  }
  return sequencer.register(synth)
}

/// Sends an event for the present tick to the first client whose name is "fluidsynth".
@_cdecl("fluid_sequencer_add_midi_event_to_buffer")
package func fluid_sequencer_add_midi_event_to_buffer(
  _ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?
) -> Int32 {
  guard let data, event != nil, let sequencer = FluidSequencer.object(OpaquePointer(data)) else { return failed }
  let ids = clients(sequencer.pointer) { $0.filter { $0.name.map { String(cString: $0) } == "fluidsynth" }.map(\.id) }
  guard let id = ids?.first else { return ok }
  let converted = FluidEvent()
  _ = fluid_event_from_midi_event(converted.pointer, event)
  converted.contents.destination = id
  sequencer.insert(converted.contents, at: 0, isAbsolute: false)
  return ok
}
