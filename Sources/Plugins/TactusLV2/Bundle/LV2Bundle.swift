import TactusPlugin

/// The LV2 bundle: descriptions of the plug-ins in Turtle, generated from their descriptors. The library itself is
/// stored in the same folder.
///
/// - Thread: control
package enum LV2Bundle {
  /// A file of the bundle.
  package struct File: Sendable {
    package var name: String
    package var text: String
  }

  /// The file name of the library.
  package static let binary = "tactus.so"
  /// The minor version that hosts see: even, and increased with each release that adds ports.
  static let minorVersion = 2
  static let microVersion = 0

  /// Returns all files: the manifest, a description of each plug-in, and the presets of each plug-in that has any.
  package static func files() -> [File] {
    [File(name: "manifest.ttl", text: Turtle.file(manifest()))]
      + LV2Plugins.all.map { File(name: name($0) + ".ttl", text: LV2PluginText($0).text) }
      + LV2Plugins.all.filter { !$0.presets.isEmpty }.map {
        File(name: name($0) + "-presets.ttl", text: Turtle.file(LV2PresetText.statements($0)))
      }
  }

  /// Returns the short name: `sampler` for `tactus.sampler`.
  static func name(_ plugin: PluginDescriptor) -> String {
    plugin.identifier.split(separator: ".").last.map(String.init) ?? plugin.identifier
  }

  private static func manifest() -> [String] {
    LV2Plugins.all.flatMap { plugin in
      let uri = LV2Names.uri(plugin)
      let own = "<\(uri)>\n\ta lv2:Plugin ;\n\tlv2:binary <\(binary)> ;\n\trdfs:seeAlso <\(name(plugin)).ttl> .\n"
      let window =
        "<\(LV2Names.windowURI(plugin))>\n\ta ui:X11UI ;\n\tlv2:binary <\(binary)> ;\n\trdfs:seeAlso <\(name(plugin)).ttl> .\n"
      let presets = plugin.presets.indices.map { index in
        """
        <\(LV2PresetText.uri(plugin, index))>
        \ta pset:Preset ;
        \tlv2:appliesTo <\(uri)> ;
        \trdfs:seeAlso <\(name(plugin))-presets.ttl> .

        """
      }
      return [own, window] + presets
    }
  }
}
