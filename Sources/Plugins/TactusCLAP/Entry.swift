import CCLAP

// The functions to which `clap_entry` (in CCLAPEntry) points.

/// Called when the host has loaded the library, possibly several times. Nothing needs to be prepared.
@_cdecl("tactus_clap_init")
public func initializeLibrary(_ path: UnsafePointer<CChar>?) -> Bool { true }

/// Called before the host unloads the library.
@_cdecl("tactus_clap_deinit")
public func deinitializeLibrary() {}

/// Returns a factory by its identifier; nil for an unknown identifier.
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
