import CFluidSynth

@_cdecl("fluid_settings_setnum")
package func fluid_settings_setnum(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Double
) -> Int32 {
  result(SettingCall(settings, name).map { $0.settings.set($0.name, number: value) } ?? false)
}

@_cdecl("fluid_settings_getnum")
package func fluid_settings_getnum(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ target: UnsafeMutablePointer<Double>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name)?.value.number, to: target)
}

@_cdecl("fluid_settings_getnum_default")
package func fluid_settings_getnum_default(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ target: UnsafeMutablePointer<Double>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name)?.known.defaultNumber, to: target)
}

@_cdecl("fluid_settings_getnum_range")
package func fluid_settings_getnum_range(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ least: UnsafeMutablePointer<Double>?,
  _ greatest: UnsafeMutablePointer<Double>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name)?.known.numberRange, to: least, greatest)
}

@_cdecl("fluid_settings_setint")
package func fluid_settings_setint(_ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ value: Int32) -> Int32 {
  result(SettingCall(settings, name).map { $0.settings.set($0.name, integer: Int(value)) } ?? false)
}

@_cdecl("fluid_settings_getint")
package func fluid_settings_getint(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ target: UnsafeMutablePointer<Int32>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name)?.value.integer, to: target)
}

@_cdecl("fluid_settings_getint_default")
package func fluid_settings_getint_default(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ target: UnsafeMutablePointer<Int32>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name)?.known.defaultInteger, to: target)
}

@_cdecl("fluid_settings_getint_range")
package func fluid_settings_getint_range(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ least: UnsafeMutablePointer<Int32>?,
  _ greatest: UnsafeMutablePointer<Int32>?
) -> Int32 {
  writeSetting(NamedSetting(settings, name)?.known.integerRange, to: least, greatest)
}
