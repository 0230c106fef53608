/// What a plug-in is, in every format.
///
/// - Thread: any
public struct PluginDescriptor: Sendable {
  /// What goes in and comes out.
  public enum Kind: Sendable {
    /// Notes in, sound out.
    case instrument
    /// Notes in, notes out.
    case noteEffect
    /// Notes out, by the host's transport; what comes in passes.
    case noteGenerator
  }

  /// What it is known by, for ever: "tactus.sampler".
  public let identifier: String
  /// "Tactus Sampler".
  public let name: String
  /// What it is, in a sentence.
  public let summary: String
  /// What goes in and comes out.
  public let kind: Kind
  /// What can be set. New ones come at the end: controller maps and hosts name them by their places.
  public let parameters: [ParameterDescriptor]
  /// What it brings along.
  public let presets: [FactoryPreset]

  /// The channels of its one audio output: 2, or 0 for none.
  public var audioOutputs: Int { kind == .instrument ? 2 : 0 }
  /// Whether it sends events.
  public var hasNoteOutput: Bool { kind != .instrument }

  /// The place of the parameter with a symbol.
  public func index(ofParameter symbol: String) -> Int? { parameters.firstIndex { $0.symbol == symbol } }
  /// The place of the parameter with an id.
  public func index(ofParameter id: UInt32) -> Int? { parameters.firstIndex { $0.id == id } }
}

/// The plug-ins of Tactus.
public enum Plugins {
  /// The SoundFont instrument with its chain of MIDI functions.
  public static let sampler = PluginDescriptor(
    identifier: "tactus.sampler", name: "Tactus Sampler",
    summary: "A SoundFont 2 and 3 instrument of sixteen parts, with MIDI functions in front.", kind: .instrument,
    parameters: [.bypass] + SamplerParameters.all + FunctionParameters.all(arpeggiates: false),
    presets: FactoryPreset.sampler)
  /// The step and Euclidean sequencer.
  public static let sequencer = PluginDescriptor(
    identifier: "tactus.sequencer", name: "Tactus Sequencer",
    summary: "A polymetric step and Euclidean sequencer that follows the host's transport exactly.",
    kind: .noteGenerator, parameters: [.bypass] + SequencerParameters.all + FunctionParameters.afterSequencer,
    presets: FactoryPreset.sequencer)
  /// The arpeggiator with the other MIDI functions.
  public static let arpeggiator = PluginDescriptor(
    identifier: "tactus.arpeggiator", name: "Tactus Arpeggiator",
    summary: "An arpeggiator on the exact frames of the host's beat, with scales, chords, echo and humanising.",
    kind: .noteEffect, parameters: [.bypass] + FunctionParameters.all(arpeggiates: true),
    presets: FactoryPreset.arpeggiator)

  /// All of them, in the order in which every format lists them.
  public static let all = [sampler, sequencer, arpeggiator]
}

extension ParameterDescriptor {
  /// The switch that every plug-in has.
  static let bypass = ParameterDescriptor(0, "bypass", "Bypass", target: .bypass)
}
