import CCLAP
import TactusPlugin

/// Tells a host of the presets without making plug-ins. One provider for all, since they are in the library itself.
package enum PresetFactory {
  /// CLAP's view of it; lives as long as the process.
  package nonisolated(unsafe) static let table: UnsafePointer<CLAPPresetFactory> = {  // never written again
    let memory = UnsafeMutablePointer<CLAPPresetFactory>.allocate(capacity: 1)
    memory.initialize(
      to: CLAPPresetFactory(
        count: { _ in 1 },
        get_descriptor: { _, index in index == 0 ? PresetFactory.descriptor : nil },
        create: { _, indexer, id in
          guard let indexer, let id, String(cString: id) == PresetFactory.identifier else { return nil }
          return PresetFactory.makeProvider(indexer)
        }))
    return UnsafePointer(memory)
  }()

  private static let identifier = "tactus.presets"
  private nonisolated(unsafe) static let place = CText.constant("Presets of Tactus")  // never written

  private nonisolated(unsafe) static let descriptor: UnsafePointer<CLAPPresetProviderDescriptor> = {
    let memory = UnsafeMutablePointer<CLAPPresetProviderDescriptor>.allocate(capacity: 1)
    memory.initialize(
      to: CLAPPresetProviderDescriptor(
        version: PluginFactory.version, id: CText.constant(identifier), name: place, vendor: CText.constant("Tactus")))
    return UnsafePointer(memory)
  }()

  /// By which a preset is loaded: of all presets of all plug-ins, which share one place, it has this alone.
  static func key(of preset: FactoryPreset, _ plugin: PluginDescriptor) -> String {
    "\(plugin.identifier)/\(preset.name)"
  }

  private static func makeProvider(_ indexer: UnsafePointer<CLAPPresetIndexer>) -> UnsafePointer<CLAPPresetProvider> {
    let memory = UnsafeMutablePointer<CLAPPresetProvider>.allocate(capacity: 1)
    memory.initialize(
      to: CLAPPresetProvider(
        descriptor: descriptor, data: UnsafeMutableRawPointer(mutating: indexer),
        init: { PresetFactory.declare($0) },
        destroy: { UnsafeMutablePointer(mutating: $0)?.deallocate() },
        get_metadata: { PresetFactory.describe(kind: $1, to: $3) },
        get_extension: { _, _ in nil }))
    return UnsafePointer(memory)
  }

  private static func declare(_ provider: UnsafePointer<CLAPPresetProvider>?) -> Bool {
    guard let indexer = provider?.pointee.data?.assumingMemoryBound(to: CLAPPresetIndexer.self) else { return false }
    var location = CLAPPresetLocation(
      flags: UInt32(CLAPPresetIsFactory), name: place, kind: UInt32(CLAPPresetInPlugin), location: nil)
    return indexer.pointee.declare_location?(indexer, &location) ?? false
  }

  /// Every preset of every plug-in, until the host has enough.
  private static func describe(kind: UInt32, to receiver: UnsafePointer<CLAPPresetReceiver>?) -> Bool {
    guard Int(kind) == CLAPPresetInPlugin, let receiver else { return false }
    for plugin in Plugins.all {
      for preset in plugin.presets {
        let begins = preset.name.withCString { name in
          key(of: preset, plugin).withCString { receiver.pointee.begin_preset?(receiver, name, $0) ?? false }
        }
        guard begins else { return true }
        plugin.identifier.withCString { id in
          "clap".withCString {
            var universal = CLAPUniversalID(abi: $0, id: id)
            receiver.pointee.add_plugin_id?(receiver, &universal)
          }
        }
        receiver.pointee.set_flags?(receiver, UInt32(CLAPPresetIsFactory))
        receiver.pointee.add_creator?(receiver, "Tactus")
      }
    }
    return true
  }
}
