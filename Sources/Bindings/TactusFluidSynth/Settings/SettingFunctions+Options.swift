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

@_cdecl("fluid_settings_foreach_option")
package func fluid_settings_foreach_option(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ data: UnsafeMutableRawPointer?,
  _ body: fluid_settings_foreach_option_t?
) {
  guard let body else { return }
  for option in NamedSetting(settings, name)?.options ?? [] { option.withCString { body(data, name, $0) } }
}

@_cdecl("fluid_settings_option_count")
package func fluid_settings_option_count(_ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
  NamedSetting(settings, name)?.options.map { Int32($0.count) } ?? -1
}

@_cdecl("fluid_settings_option_concat")
package func fluid_settings_option_concat(
  _ settings: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ separator: UnsafePointer<CChar>?
) -> UnsafeMutablePointer<CChar>? {
  guard let options = NamedSetting(settings, name)?.options else { return nil }
  return strdup(options.joined(separator: separator.map { String(cString: $0) } ?? ", "))
}
