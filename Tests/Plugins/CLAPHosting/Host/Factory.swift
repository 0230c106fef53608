import CCLAP

/// The plug-ins of a library.
package struct Factory {
  let table: UnsafePointer<clap_plugin_factory>
  let presets: UnsafePointer<clap_preset_discovery_factory>?

  package init(_ table: UnsafePointer<clap_plugin_factory>, presets: UnsafePointer<clap_preset_discovery_factory>?) {
    (self.table, self.presets) = (table, presets)
  }

  /// The factory of an entry; nil if it is not available.
  package init?(entry: UnsafePointer<clap_plugin_entry>, path: String) {
    guard entry.pointee.clap_version.major >= 1, entry.pointee.`init`(path),
      let table = entry.pointee.get_factory("clap.plugin-factory")
    else { return nil }
    self.table = table.assumingMemoryBound(to: clap_plugin_factory.self)
    presets = entry.pointee.get_factory("clap.preset-discovery-factory/2")?
      .assumingMemoryBound(to: clap_preset_discovery_factory.self)
  }

  package var ids: [String] {
    (0..<table.pointee.get_plugin_count(table)).compactMap {
      table.pointee.get_plugin_descriptor(table, $0).map { String(cString: $0.pointee.id) }
    }
  }

  func make(_ id: String, _ host: UnsafePointer<clap_host>) -> UnsafePointer<clap_plugin>? {
    table.pointee.create_plugin(table, host, id)
  }
}
