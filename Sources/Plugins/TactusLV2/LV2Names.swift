import TactusPlugin

/// The URIs of the project's own things.
package enum LV2Names {
  /// Of the project.
  package static let project = "urn:tactus"
  /// A SoundFont, as a path: the property by which hosts load banks.
  package static let bank = "urn:tactus:bank"
  /// A document, as a path: a sequence, a chain of functions, a state, or a SoundFont.
  package static let document = "urn:tactus:document"
  /// What a state keeps of a unit: its document as text.
  package static let state = "urn:tactus:state"
  /// What a state keeps of the control ports: their values when it was saved.
  package static let portValues = "urn:tactus:portValues"

  /// Of a plug-in: `tactus.sampler` is `urn:tactus:sampler`.
  package static func uri(_ descriptor: PluginDescriptor) -> String {
    "urn:" + descriptor.identifier.split(separator: ".").joined(separator: ":")
  }
}
