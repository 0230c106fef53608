#if canImport(AudioToolbox)
  import AudioToolbox
  import Foundation
  import TactusPlugin

  /// A plug-in of Tactus as an audio unit: the sampler (`aumu`), the sequencer or the arpeggiator (`aumi`).
  ///
  ///     AUAudioUnit.registerSubclass(
  ///       PluginAudioUnit.self, as: AudioUnitComponent.sampler.description, name: AudioUnitComponent.sampler.name,
  ///       version: 1)
  ///
  /// - Thread: control (one at a time), as with every `AUAudioUnit`; the render block is the audio thread's
  public final class PluginAudioUnit: RenderingAudioUnit {
    /// Under this key a state has the plug-in's own document, as `Data`: JSON in UTF-8, the same in every format.
    public static let documentKey = "tactusDocument"
    /// Where the base class keeps parameters, as floats.
    private static let parametersKey = "data"
    /// What is said where nobody knows. A release of a SoundFont lasts up to 102 s; echoes and reverb die away behind it.
    private static let longestTail = 120.0

    /// Why the last state that a host gave was not taken; nil if it was.
    public private(set) var stateError: PluginStateError?
    private var preset: AUAudioUnitPreset?

    /// The unit that a description names, with sound banks from somewhere.
    ///
    /// - Throws: an `NSError` of the system's statuses if there is none.
    package override init(
      _ componentDescription: AudioComponentDescription, _ options: AudioComponentInstantiationOptions = [],
      banks: any PluginBanks
    ) throws {
      try super.init(componentDescription, options, banks: banks)
      parameterTree = ParameterTree.make(plugin, reporter)
    }

    // MARK: What it is like

    /// One cable, if it sends events.
    public override var midiOutputNames: [String] { plugin.descriptor.hasNoteOutput ? [plugin.descriptor.name] : [] }
    /// Sixteen channels in.
    public override var virtualMIDICableCount: Int { 1 }
    /// The synthesizer follows zones of MPE.
    public override var supportsMPE: Bool { plugin.descriptor.kind == .instrument }
    /// Packets in the protocol that the host speaks, so that nothing is converted on the way.
    public override var audioUnitMIDIProtocol: MIDIProtocolID { hostMIDIProtocol == ._2_0 ? ._2_0 : ._1_0 }
    /// What the settings of now cost, in seconds.
    public override var latency: TimeInterval { Double(plugin.latency) / sampleRate }
    /// How long it may sound after the last event, in seconds.
    public override var tailTime: TimeInterval { plugin.tail.map { Double($0) / sampleRate } ?? Self.longestTail }

    /// The same switch as the bypass parameter.
    public override var shouldBypassEffect: Bool {
      get { bypass.map { plugin.value(ofParameter: $0) >= 0.5 } ?? false }
      set {
        guard let bypass else { return }
        let parameter = parameterTree?.parameter(withAddress: UInt64(plugin.descriptor.parameters[bypass].id))
        parameter?.value = newValue ? 1 : 0
      }
    }

    private var bypass: Int? { plugin.descriptor.parameters.firstIndex { $0.isBypass } }

    // MARK: State

    /// What the base class says, and the plug-in's document. Of a state with a document nothing else is taken; if the
    /// document cannot be read, nothing changes, and ``stateError`` says why.
    public override var fullState: [String: Any]? {
      get {
        var state = super.fullState ?? [:]
        state[Self.documentKey] = Data(plugin.state())
        return state
      }
      set {
        stateError = nil
        guard let document = newValue?[Self.documentKey] as? Data else {
          super.fullState = newValue
          return
        }
        do throws(PluginStateError) { try plugin.restore([UInt8](document)) } catch {
          stateError = error
          return
        }
        var rest = newValue
        rest?[Self.parametersKey] = nil
        super.fullState = rest
        reportAll()
      }
    }

    /// Views and hosts look at all parameters again.
    private func reportAll() {
      #if canImport(ObjectiveC)
        willChangeValue(forKey: "allParameterValues")
        didChangeValue(forKey: "allParameterValues")
      #endif
      for (index, parameter) in plugin.descriptor.parameters.enumerated() {
        parameterTree?.parameter(withAddress: UInt64(parameter.id))?.value = AUValue(plugin.value(ofParameter: index))
      }
    }

    // MARK: Presets

    /// What the plug-in brings along, numbered from 0.
    public override var factoryPresets: [AUAudioUnitPreset]? {
      plugin.descriptor.presets.enumerated().map { number, preset in
        let entry = AUAudioUnitPreset()
        (entry.number, entry.name) = (number, preset.name)
        return entry
      }
    }

    /// Hosts may keep presets of their users' own.
    public override var supportsUserPresets: Bool { true }

    /// The preset that was chosen last: one of the factory's, or one of the user's (numbers below 0). One that cannot be
    /// loaded changes nothing.
    public override var currentPreset: AUAudioUnitPreset? {
      get { preset }
      set {
        guard let chosen = newValue else {
          preset = nil
          return
        }
        if chosen.number >= 0 {
          guard plugin.descriptor.presets.indices.contains(chosen.number) else { return }
          plugin.loadPreset(chosen.number)
          reportAll()
        } else {
          guard let state = try? presetState(for: chosen) else { return }
          fullState = state
          if stateError != nil { return }
        }
        preset = chosen
      }
    }
  }
#endif
