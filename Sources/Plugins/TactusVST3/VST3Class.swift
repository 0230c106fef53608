import TactusPlugin

/// A plug-in as a class of the factory.
///
/// - Thread: any
package struct VST3Class: Sendable {
  package let descriptor: PluginDescriptor
  /// The permanent identifier, by which hosts store the plug-in in projects.
  package let id: VST3ID
  /// The categories, separated by "|".
  package let subCategories: String

  /// The category of all classes: processors of audio and events.
  package static let category = "Audio Module Class"
  package static let vendor = "Tactus"
  package static let version = "0.1.0"
  /// The version of the interface that is implemented.
  package static let interfaceVersion = "VST 3.7.0"

  /// All classes, in the order of ``Plugins/all``. Event plug-ins are listed as instruments, because hosts do not offer
  /// notes to effects.
  package static let all = [
    VST3Class(
      descriptor: Plugins.sampler, id: VST3ID(0x2B4F_79F9_D232_2309, 0x4EF4_22E2_57EB_9116),
      subCategories: "Instrument|Sampler"),
    VST3Class(
      descriptor: Plugins.sequencer, id: VST3ID(0x5C18_D717_15C3_BF29, 0x3C2B_F5C0_2787_C081),
      subCategories: "Instrument|Generator"),
    VST3Class(
      descriptor: Plugins.arpeggiator, id: VST3ID(0x11F8_D189_E584_615E, 0x3806_D3DE_9908_3573),
      subCategories: "Instrument|Tools"),
  ]
}
