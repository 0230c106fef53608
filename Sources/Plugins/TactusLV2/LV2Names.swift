import TactusPlugin

/// The URIs that this project defines.
package enum LV2Names {
  /// The project.
  package static let project = "urn:tactus"
  /// The property with which hosts load banks: the path of a SoundFont.
  package static let bank = "urn:tactus:bank"
  /// The property with which hosts load documents: the path of a sequence, a chain of MIDI effects, a state, or a
  /// SoundFont.
  package static let document = "urn:tactus:document"
  /// The state property with a unit's document as text.
  package static let state = "urn:tactus:state"
  /// The state property with the values of the control ports.
  package static let portValues = "urn:tactus:portValues"

  /// Returns the URI of a plug-in: `urn:tactus:sampler` for `tactus.sampler`.
  package static func uri(_ descriptor: PluginDescriptor) -> String {
    "urn:" + descriptor.identifier.split(separator: ".").joined(separator: ":")
  }

  /// Returns the URI of a plug-in's window: `urn:tactus:sampler:window`.
  package static func windowURI(_ descriptor: PluginDescriptor) -> String { uri(descriptor) + ":window" }
}
