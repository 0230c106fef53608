import CFluidSynth

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#elseif canImport(Darwin)
  import Darwin
#endif

@_cdecl("fluid_settings_setstr")
package func fluid_settings_setstr(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ text: UnsafePointer<CChar>?
) -> Int32 {
  guard let call = SettingCall(settings, name) else { return result(false) }
  let characters = text.map { Array(UnsafeBufferPointer(start: $0, count: strlen($0) + 1)) }
  return result(call.settings.set(call.name, text: characters))
}

@_cdecl("fluid_settings_copystr")
package func fluid_settings_copystr(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ target: UnsafeMutablePointer<CChar>?, _ size: Int32
) -> Int32 {
  guard let call = SettingCall(settings, name), let target, size > 0 else { return result(false) }
  target.pointee = 0
  guard let text = SettingName.index(of: call.name).flatMap(call.settings.text) else { return result(false) }
  guard let text else { return result(true) }
  strncpy(target, text, Int(size))  // the rest of `target` becomes zero, as in FluidSynth
  target[Int(size) - 1] = 0
  return result(true)
}

@_cdecl("fluid_settings_dupstr")
package func fluid_settings_dupstr(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ target: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let target, let text = NamedSetting(settings, name)?.text else { return result(false) }
  guard let text else { return result(true) }  // FluidSynth leaves `target` as it is, too
  guard let copy = strdup(text) else { return result(false) }
  target.pointee = copy
  return result(true)
}

@_cdecl("fluid_settings_getstr_default")
package func fluid_settings_getstr_default(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?,
  _ target: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
  guard let call = SettingCall(settings, name), let target else { return result(false) }
  target.pointee = nil
  guard let text = SettingName.index(of: call.name).flatMap({ KnownSetting.all[$0].defaultText }) else {
    return result(false)
  }
  target.pointee = UnsafeMutableRawPointer(mutating: text.utf8Start).assumingMemoryBound(to: CChar.self)
  return result(true)
}

@_cdecl("fluid_settings_str_equal")
package func fluid_settings_str_equal(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ other: UnsafePointer<CChar>?
) -> Int32 {
  guard let other, let text = NamedSetting(settings, name)?.text, let text else { return 0 }
  return strcmp(text, other) == 0 ? 1 : 0
}
