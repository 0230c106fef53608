import CCLAP
import TactusPlugin

/// Lists the presets for a host without creating plug-ins. There is one provider, because all presets are in the
/// library itself.
package enum PresetFactory {
  /// The `clap_preset_discovery_factory`; it lives as long as the process.
  package nonisolated(unsafe) static let table: UnsafePointer<clap_preset_discovery_factory> = {  // never written again
    let memory = UnsafeMutablePointer<clap_preset_discovery_factory>.allocate(capacity: 1)
    memory.initialize(
      to: clap_preset_discovery_factory(
        count: { _ in 1 },
        get_descriptor: { _, index in index == 0 ? PresetFactory.descriptor : nil },
        create: { _, indexer, id in
          guard let indexer, let id, String(cString: id) == PresetFactory.identifier else { return nil }
          return PresetFactory.makeProvider(indexer)
        }))
    return UnsafePointer(memory)
  }()

  private static let identifier = "tactus.presets"
  private nonisolated(unsafe) static let locationName = CText.constant("Presets of Tactus")  // never written

  private nonisolated(unsafe) static let descriptor: UnsafePointer<clap_preset_discovery_provider_descriptor> = {
    let memory = UnsafeMutablePointer<clap_preset_discovery_provider_descriptor>.allocate(capacity: 1)
    memory.initialize(
      to: clap_preset_discovery_provider_descriptor(
        clap_version: PluginFactory.version, id: CText.constant(identifier), name: locationName,
        vendor: CText.constant("Tactus")))
    return UnsafePointer(memory)
  }()

  /// Returns the load key of a preset. All presets of all plug-ins share one location, so the key must be unique among
  /// them.
  static func key(of preset: FactoryPreset, _ plugin: PluginDescriptor) -> String {
    "\(plugin.identifier)/\(preset.name)"
  }

  private static func makeProvider(_ indexer: UnsafePointer<clap_preset_discovery_indexer>) -> UnsafePointer<
    clap_preset_discovery_provider
  > {
    let memory = UnsafeMutablePointer<clap_preset_discovery_provider>.allocate(capacity: 1)
    memory.initialize(
      to: clap_preset_discovery_provider(
        desc: descriptor, provider_data: UnsafeMutableRawPointer(mutating: indexer),
        init: { PresetFactory.declare($0) },
        destroy: { UnsafeMutablePointer(mutating: $0)?.deallocate() },
        get_metadata: { PresetFactory.describe(kind: $1, to: $3) },
        get_extension: { _, _ in nil }))
    return UnsafePointer(memory)
  }

  private static func declare(_ provider: UnsafePointer<clap_preset_discovery_provider>?) -> Bool {
    guard let indexer = provider?.pointee.provider_data?.assumingMemoryBound(to: clap_preset_discovery_indexer.self)
    else { return false }
    var location = clap_preset_discovery_location(
      flags: UInt32(CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT), name: locationName,
      kind: UInt32(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN), location: nil)
    return indexer.pointee.declare_location?(indexer, &location) ?? false
  }

  /// Describes the presets of all plug-ins to the receiver, and stops early if the receiver declines a preset.
  private static func describe(kind: UInt32, to receiver: UnsafePointer<clap_preset_discovery_metadata_receiver>?)
    -> Bool
  {
    guard Int(kind) == CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN, let receiver else { return false }
    for plugin in Plugins.all {
      for preset in plugin.presets {
        let begins = preset.name.withCString { name in
          key(of: preset, plugin).withCString { receiver.pointee.begin_preset?(receiver, name, $0) ?? false }
        }
        guard begins else { return true }
        plugin.identifier.withCString { id in
          "clap".withCString {
            var universal = clap_universal_plugin_id(abi: $0, id: id)
            receiver.pointee.add_plugin_id?(receiver, &universal)
          }
        }
        receiver.pointee.set_flags?(receiver, UInt32(CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT))
        receiver.pointee.add_creator?(receiver, "Tactus")
      }
    }
    return true
  }
}
