import CCLAP

// What `clap_entry` (in CCLAPEntry) points to.

/// The host has loaded the library. Nothing needs to be prepared, however often it says so.
@_cdecl("tactus_clap_init")
public func initializeLibrary(_ path: UnsafePointer<CChar>?) -> Bool { true }

/// The host lets go of the library.
@_cdecl("tactus_clap_deinit")
public func deinitializeLibrary() {}

/// A factory by its name; nil for others.
@_cdecl("tactus_clap_factory")
public func factory(_ id: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
  guard let id else { return nil }
  switch String(cString: id) {
  case "clap.plugin-factory": return UnsafeRawPointer(PluginFactory.table)
  case "clap.preset-discovery-factory/2", "clap.preset-discovery-factory/draft-2":
    return UnsafeRawPointer(PresetFactory.table)
  default: return nil
  }
}
