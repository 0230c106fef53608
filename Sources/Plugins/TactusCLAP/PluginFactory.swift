import CCLAP
import TactusPlugin

/// The plug-ins of the library, and their creation.
package enum PluginFactory {
  /// The `clap_plugin_factory`; it lives as long as the process.
  package nonisolated(unsafe) static let table: UnsafePointer<clap_plugin_factory> = {  // never written again
    let memory = UnsafeMutablePointer<clap_plugin_factory>.allocate(capacity: 1)
    memory.initialize(
      to: clap_plugin_factory(
        get_plugin_count: { _ in UInt32(Plugins.all.count) },
        get_plugin_descriptor: { _, index in
          index < UInt32(PluginFactory.descriptors.count) ? PluginFactory.descriptors[Int(index)] : nil
        },
        create_plugin: { _, host, id in
          guard let host, let id, host.pointee.clap_version.major >= 1 else { return nil }
          let name = String(cString: id)
          guard let index = Plugins.all.firstIndex(where: { $0.identifier == name }) else { return nil }
          return HostedUnit.make(Plugins.all[index], PluginFactory.descriptors[index], host: host)
        }))
    return UnsafePointer(memory)
  }()

  static let version = clap_version(major: 1, minor: 2, revision: 2)

  private nonisolated(unsafe) static let descriptors: [UnsafePointer<clap_plugin_descriptor>] = Plugins.all.map {
    let memory = UnsafeMutablePointer<clap_plugin_descriptor>.allocate(capacity: 1)
    memory.initialize(
      to: clap_plugin_descriptor(
        clap_version: version, id: CText.constant($0.identifier), name: CText.constant($0.name),
        vendor: CText.constant("Tactus"), url: CText.constant(""), manual_url: CText.constant(""),
        support_url: CText.constant(""), version: CText.constant("0.1.0"),
        description: CText.constant($0.summary), features: CText.constants(features(of: $0.kind))))
    return UnsafePointer(memory)
  }

  /// Returns the features by which hosts categorize plug-ins.
  private static func features(of kind: PluginDescriptor.Kind) -> [String] {
    switch kind {
    case .instrument: ["instrument", "sampler", "synthesizer", "stereo"]
    case .noteGenerator: ["note-effect", "utility"]
    case .noteEffect: ["note-effect"]
    }
  }
}
