import CFluidSynth

@_cdecl("new_fluid_midi_router")
package func new_fluid_midi_router(
  _ settings: OpaquePointer?, _ handler: handle_midi_event_func_t?, _ data: UnsafeMutableRawPointer?
) -> OpaquePointer? {
  var channels: Int32 = 16
  if settings != nil { _ = fluid_settings_getint(settings, "synth.midi-channels", &channels) }
  return FluidRouter(channelCount: channels, handler: handler, data: data).retainedPointer
}

@_cdecl("delete_fluid_midi_router")
package func delete_fluid_midi_router(_ router: OpaquePointer?) { FluidRouter.release(router) }

@_cdecl("fluid_midi_router_set_default_rules")
package func fluid_midi_router_set_default_rules(_ router: OpaquePointer?) -> Int32 {
  guard let router = FluidRouter.object(router) else { return failed }
  router.setDefaultRules()
  return ok
}

@_cdecl("fluid_midi_router_clear_rules")
package func fluid_midi_router_clear_rules(_ router: OpaquePointer?) -> Int32 {
  guard let router = FluidRouter.object(router) else { return failed }
  router.clearRules()
  return ok
}

/// The router takes over the program's reference to the rule, unless the call fails.
@_cdecl("fluid_midi_router_add_rule")
package func fluid_midi_router_add_rule(_ router: OpaquePointer?, _ rule: OpaquePointer?, _ type: Int32) -> Int32 {
  guard let router = FluidRouter.object(router), let object = RouterRule.object(rule) else { return failed }
  guard router.add(object, type: type) else { return failed }
  RouterRule.release(rule)
  return ok
}

@_cdecl("new_fluid_midi_router_rule")
package func new_fluid_midi_router_rule() -> OpaquePointer? { RouterRule().retainedPointer }

@_cdecl("delete_fluid_midi_router_rule")
package func delete_fluid_midi_router_rule(_ rule: OpaquePointer?) { RouterRule.release(rule) }

@_cdecl("fluid_midi_router_rule_set_chan")
package func fluid_midi_router_rule_set_chan(
  _ rule: OpaquePointer?, _ min: Int32, _ max: Int32, _ mul: Float, _ add: Int32
) {
  RouterRule.object(rule)?.channel = RouterRule.Part(lowest: min, highest: max, factor: mul, offset: add)
}

@_cdecl("fluid_midi_router_rule_set_param1")
package func fluid_midi_router_rule_set_param1(
  _ rule: OpaquePointer?, _ min: Int32, _ max: Int32, _ mul: Float, _ add: Int32
) {
  RouterRule.object(rule)?.param1 = RouterRule.Part(lowest: min, highest: max, factor: mul, offset: add)
}

@_cdecl("fluid_midi_router_rule_set_param2")
package func fluid_midi_router_rule_set_param2(
  _ rule: OpaquePointer?, _ min: Int32, _ max: Int32, _ mul: Float, _ add: Int32
) {
  RouterRule.object(rule)?.param2 = RouterRule.Part(lowest: min, highest: max, factor: mul, offset: add)
}

@_cdecl("fluid_midi_router_handle_midi_event")
package func fluid_midi_router_handle_midi_event(_ data: UnsafeMutableRawPointer?, _ event: OpaquePointer?) -> Int32 {
  guard let data, let event = FluidMIDIEvent.object(event) else { return failed }
  return FluidRouter.object(OpaquePointer(data))?.handle(event) ?? failed
}
