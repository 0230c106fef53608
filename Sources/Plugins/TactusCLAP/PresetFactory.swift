import CCLAP
import TactusPlugin

/// Lists presets for a host without creating plug-ins: those in the library itself, and those of the banks that it finds
/// in the folders of the system and the user. One provider lists them all.
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
        get_metadata: { PresetFactory.describe(kind: $1, $2, to: $3) },
        get_extension: { _, _ in nil }))
    return UnsafePointer(memory)
  }

  private static func declare(_ provider: UnsafePointer<clap_preset_discovery_provider>?) -> Bool {
    guard let indexer = provider?.pointee.provider_data?.assumingMemoryBound(to: clap_preset_discovery_indexer.self)
    else { return false }
    var location = clap_preset_discovery_location(
      flags: UInt32(CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT), name: locationName,
      kind: UInt32(CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN), location: nil)
    guard indexer.pointee.declare_location?(indexer, &location) ?? false else { return false }
    declareBanks(indexer)
    return true
  }

  /// Declares banks as files with presets, and the folders in which they lie. A host may decline any of them.
  private static func declareBanks(_ indexer: UnsafePointer<clap_preset_discovery_indexer>) {
    for pathExtension in BankPreset.pathExtensions {
      pathExtension.withCString { text in
        (pathExtension == "dls" ? "Downloadable Sounds" : "SoundFont").withCString { name in
          "A bank of sampled instruments".withCString { words in
            var type = clap_preset_discovery_filetype(name: name, description: words, file_extension: text)
            _ = indexer.pointee.declare_filetype?(indexer, &type)
          }
        }
      }
    }
    for folder in BankPreset.folders {
      folder.withCString { path in
        var location = clap_preset_discovery_location(
          flags: 0, name: path, kind: UInt32(CLAP_PRESET_DISCOVERY_LOCATION_FILE), location: path)
        _ = indexer.pointee.declare_location?(indexer, &location)
      }
    }
  }

  /// Describes the presets of all plug-ins to the receiver, and stops early if the receiver declines a preset.
  private static func describe(
    kind: UInt32, _ location: UnsafePointer<CChar>?,
    to receiver: UnsafePointer<clap_preset_discovery_metadata_receiver>?
  ) -> Bool {
    guard let receiver else { return false }
    if Int(kind) == CLAP_PRESET_DISCOVERY_LOCATION_FILE, let location {
      return describeBank(String(cString: location), to: receiver)
    }
    guard Int(kind) == CLAP_PRESET_DISCOVERY_LOCATION_PLUGIN else { return false }
    for plugin in Plugins.all {
      for preset in plugin.presets {
        let begins = preset.name.withCString { name in
          key(of: preset, plugin).withCString { receiver.pointee.begin_preset?(receiver, name, $0) ?? false }
        }
        guard begins else { return true }
        addPlugin(plugin.identifier, to: receiver)
        receiver.pointee.set_flags?(receiver, UInt32(CLAP_PRESET_DISCOVERY_IS_FACTORY_CONTENT))
        receiver.pointee.add_creator?(receiver, "Tactus")
      }
    }
    return true
  }

  /// Passes the presets of a bank file to the host's receiver, until the receiver declines one.
  private static func describeBank(
    _ path: String, to receiver: UnsafePointer<clap_preset_discovery_metadata_receiver>
  ) -> Bool {
    let presets: [BankPreset]
    do throws(PluginStateError) { presets = try BankPreset.list(path: path) } catch {
      "\(error)".withCString { receiver.pointee.on_error?(receiver, 0, $0) }
      return false
    }
    for preset in presets {
      let begins = preset.name.withCString { name in
        preset.key.withCString { receiver.pointee.begin_preset?(receiver, name, $0) ?? false }
      }
      guard begins else { return true }
      addPlugin(Plugins.sampler.identifier, to: receiver)
      (preset.isDrumKit ? "drum" : "instrument").withCString { receiver.pointee.add_feature?(receiver, $0) }
      "category".withCString { key in
        preset.category.withCString { receiver.pointee.add_extra_info?(receiver, key, $0) }
      }
    }
    return true
  }

  private static func addPlugin(
    _ identifier: String, to receiver: UnsafePointer<clap_preset_discovery_metadata_receiver>
  ) {
    identifier.withCString { id in
      "clap".withCString {
        var universal = clap_universal_plugin_id(abi: $0, id: id)
        receiver.pointee.add_plugin_id?(receiver, &universal)
      }
    }
  }
}
