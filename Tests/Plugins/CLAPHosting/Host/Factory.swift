import CCLAP

/// The plug-ins of a library.
package struct Factory {
  let table: UnsafePointer<CLAPPluginFactory>
  let presets: UnsafePointer<CLAPPresetFactory>?

  package init(_ table: UnsafePointer<CLAPPluginFactory>, presets: UnsafePointer<CLAPPresetFactory>?) {
    (self.table, self.presets) = (table, presets)
  }

  /// That of an entry; nil if it cannot be had.
  package init?(entry: UnsafePointer<CLAPEntry>, path: String) {
    guard entry.pointee.version.major >= 1, entry.pointee.`init`(path),
      let table = entry.pointee.get_factory("clap.plugin-factory")
    else { return nil }
    self.table = table.assumingMemoryBound(to: CLAPPluginFactory.self)
    presets = entry.pointee.get_factory("clap.preset-discovery-factory/2")?
      .assumingMemoryBound(to: CLAPPresetFactory.self)
  }

  package var ids: [String] {
    (0..<table.pointee.get_plugin_count(table)).compactMap {
      table.pointee.get_plugin_descriptor(table, $0).map { String(cString: $0.pointee.id) }
    }
  }

  func make(_ id: String, _ host: UnsafePointer<CLAPHost>) -> UnsafePointer<CLAPPlugin>? {
    table.pointee.create_plugin(table, host, id)
  }
}
