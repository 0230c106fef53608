import CFluidSynth

@_cdecl("new_fluid_settings")
package func new_fluid_settings() -> OpaquePointer? { FluidSettings().retainedPointer }

@_cdecl("delete_fluid_settings")
package func delete_fluid_settings(_ settings: OpaquePointer?) { FluidSettings.release(settings) }

@_cdecl("fluid_settings_get_type")
package func fluid_settings_get_type(_ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  guard let call = SettingCall(settings, name), let name = SettingName.normalized(call.name) else {
    return Int32(FLUID_NO_TYPE)
  }
  if let index = KnownSetting.index(of: name) { return Int32(KnownSetting.all[index].type) }
  return Int32(KnownSetting.isGroup(name) ? FLUID_SET_TYPE : FLUID_NO_TYPE)
}

@_cdecl("fluid_settings_get_hints")
package func fluid_settings_get_hints(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ hints: UnsafeMutablePointer<Int32>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name).map { Int32($0.known.hints) }, to: hints)
}

@_cdecl("fluid_settings_is_realtime")
package func fluid_settings_is_realtime(_ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  guard let setting = NamedSetting(settings, name) else { return 0 }
  return setting.settings.isObserved(setting.index) ? 1 : 0
}

@_cdecl("fluid_settings_foreach")
package func fluid_settings_foreach(
  _ settings: OpaquePointer?, _ data: UnsafeMutableRawPointer?, _ body: fluid_settings_foreach_t?
) {
  guard settings != nil, let body else { return }
  for setting in KnownSetting.all { setting.name.withCString { body(data, $0, Int32(setting.type)) } }
}
