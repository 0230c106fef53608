import TactusSynth

/// The definition of a plug-in, independent of the format.
///
/// - Thread: any
public struct PluginDescriptor: Sendable {
  /// The kind of input and output.
  public enum Kind: Sendable {
    /// Notes in, sound out.
    case instrument
    /// Notes in, notes out.
    case noteEffect
    /// Generates notes in time with the host's transport; incoming events pass through.
    case noteGenerator
  }

  /// The permanent identifier, such as "tactus.sampler".
  public var identifier: String
  /// The name for display, such as "Tactus Sampler".
  public var name: String
  /// A description in one sentence.
  public var summary: String
  /// The kind of input and output.
  public let kind: Kind
  /// The parameters. New ones are added at the end, because controller maps and hosts refer to them by index.
  public let parameters: [ParameterDescriptor]
  /// The factory presets.
  public let presets: [FactoryPreset]

  /// The stereo outputs of an instrument, when it is created.
  public var outputs = SynthOutputs.stereo

  /// The number of channels of the audio outputs; 0 if there are none.
  public var audioOutputs: Int { kind == .instrument ? 2 * outputs.count : 0 }
  /// Whether the plug-in sends events.
  public var hasNoteOutput: Bool { kind != .instrument }

  /// The identifier in states: variants of a plug-in read each other's states.
  package var stateIdentifier: String { identifier.split(separator: ".").prefix(2).joined(separator: ".") }

  /// Returns the index of the parameter with this symbol.
  public func index(ofParameter symbol: String) -> Int? { parameters.firstIndex { $0.symbol == symbol } }
  /// Returns the index of the parameter with this id.
  public func index(ofParameter id: UInt32) -> Int? { parameters.firstIndex { $0.id == id } }
}

/// The plug-ins of Tactus.
public enum Plugins {
  /// The SoundFont instrument with its chain of MIDI effects.
  public static let sampler = PluginDescriptor(
    identifier: "tactus.sampler", name: "Tactus Sampler",
    summary: "A SoundFont 2 and 3 instrument of sixteen parts, with MIDI effects in front.", kind: .instrument,
    parameters: [.bypass] + SamplerParameters.all + EffectParameters.all(arpeggiates: false) + PartParameters.all
      + [.midiLearn],
    presets: FactoryPreset.sampler)
  /// The step and Euclidean sequencer.
  public static let sequencer = PluginDescriptor(
    identifier: "tactus.sequencer", name: "Tactus Sequencer",
    summary: "A polymetric step and Euclidean sequencer that follows the host's transport exactly.",
    kind: .noteGenerator,
    parameters: [.bypass] + SequencerParameters.all + EffectParameters.afterSequencer
      + [.midiLearn],
    presets: FactoryPreset.sequencer)
  /// The arpeggiator with the other MIDI effects.
  public static let arpeggiator = PluginDescriptor(
    identifier: "tactus.arpeggiator", name: "Tactus Arpeggiator",
    summary: "An arpeggiator on the exact frames of the host's beat, with scales, chords, echo and humanising.",
    kind: .noteEffect, parameters: [.bypass] + EffectParameters.all(arpeggiates: true) + [.midiLearn],
    presets: FactoryPreset.arpeggiator)

  /// The sampler with outputs by part and drum group, for formats in which the outputs of a plug-in cannot change.
  public static let samplerOutputs = {
    var plugin = sampler
    plugin.identifier = "tactus.sampler.outputs"
    plugin.name = "Tactus Sampler (outputs)"
    plugin.summary = "The sampler with a stereo output for each part and drum group, and one for the effects."
    plugin.outputs = .drums
    return plugin
  }()

  /// All plug-ins, in the order in which every format lists them.
  public static let all = [sampler, sequencer, arpeggiator]
}

extension ParameterDescriptor {
  /// The bypass parameter of every plug-in.
  static let bypass = ParameterDescriptor(0, "bypass", "Bypass", target: .bypass)
  /// Learning without a window: in “Learn”, the parameter that the user touches waits for a controller; in “Forget”, it
  /// loses its own.
  static let midiLearn = ParameterDescriptor(
    1, "midiLearn", "MIDI learn", of: ["Off", "Learn", "Forget"], target: .learn)
}
