import CFluidSynth

@_cdecl("new_fluid_sequencer")
package func new_fluid_sequencer() -> OpaquePointer? { new_fluid_sequencer2(1) }

@_cdecl("new_fluid_sequencer2")
package func new_fluid_sequencer2(_ useSystemTimer: Int32) -> OpaquePointer? {
  FluidSequencer(usesSystemTimer: useSystemTimer != 0).retainedPointer
}

@_cdecl("delete_fluid_sequencer")
package func delete_fluid_sequencer(_ sequencer: OpaquePointer?) {
  FluidSequencer.object(sequencer)?.end()
  FluidSequencer.release(sequencer)
}

@_cdecl("fluid_sequencer_get_use_system_timer")
package func fluid_sequencer_get_use_system_timer(_ sequencer: OpaquePointer?) -> Int32 {
  FluidSequencer.object(sequencer)?.usesSystemTimer == true ? 1 : 0
}

@_cdecl("fluid_sequencer_process")
package func fluid_sequencer_process(_ sequencer: OpaquePointer?, _ milliseconds: UInt32) {
  FluidSequencer.object(sequencer)?.process(milliseconds: milliseconds)
}

@_cdecl("fluid_sequencer_send_now")
package func fluid_sequencer_send_now(_ sequencer: OpaquePointer?, _ event: OpaquePointer?) {
  guard let event = FluidEvent.object(event) else { return }
  FluidSequencer.object(sequencer)?.send(event)
}

@_cdecl("fluid_sequencer_send_at")
package func fluid_sequencer_send_at(
  _ sequencer: OpaquePointer?, _ event: OpaquePointer?, _ time: UInt32, _ absolute: Int32
) -> Int32 {
  guard let sequencer = FluidSequencer.object(sequencer), let event = FluidEvent.object(event) else {
    return failed
  }
  sequencer.insert(event.contents, at: time, isAbsolute: absolute != 0)
  return ok
}

@_cdecl("fluid_sequencer_remove_events")
package func fluid_sequencer_remove_events(
  _ sequencer: OpaquePointer?, _ source: Int16, _ destination: Int16, _ type: Int32
) {
  FluidSequencer.object(sequencer)?.removeEvents(source: source, destination: destination, type: type)
}

@_cdecl("fluid_sequencer_get_tick")
package func fluid_sequencer_get_tick(_ sequencer: OpaquePointer?) -> UInt32 {
  FluidSequencer.object(sequencer)?.tick ?? 0
}

@_cdecl("fluid_sequencer_get_time_scale")
package func fluid_sequencer_get_time_scale(_ sequencer: OpaquePointer?) -> Double {
  FluidSequencer.object(sequencer)?.scale ?? 0
}

@_cdecl("fluid_sequencer_set_time_scale")
package func fluid_sequencer_set_time_scale(_ sequencer: OpaquePointer?, _ scale: Double) {
  FluidSequencer.object(sequencer)?.setCheckedScale(scale)
}

extension FluidSequencer {
  /// Sets the scale, unless it is not a positive, finite number.
  func setCheckedScale(_ scale: Double) {
    guard scale > 0, scale.isFinite else {
      let problem = scale.isNaN ? "sequencer: scale NaN" : "sequencer: scale <= 0 : \(scale)"
      return log(FLUID_WARN, problem)
    }
    self.scale = scale
  }
}
