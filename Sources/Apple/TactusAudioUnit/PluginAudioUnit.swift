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
  /// - Thread: control (one at a time), as with every `AUAudioUnit`; the audio thread calls the render block
  public final class PluginAudioUnit: RenderingAudioUnit {
    /// The key of the plug-in's document in a state: `Data` with JSON in UTF-8, the same in every format.
    public static let documentKey = "tactusDocument"
    /// The key under which the base class stores parameters as floats.
    private static let parametersKey = "data"
    /// The tail time that is reported, because the exact one is unknown. A release in a SoundFont lasts up to 102 s;
    /// echoes and reverb decay after it.
    private static let longestTail = 120.0

    /// The reason why the last state from the host was rejected; nil if it was accepted.
    public private(set) var stateError: PluginStateError?
    private var preset: AUAudioUnitPreset?

    /// Creates the unit for a description, with a source of sound banks.
    ///
    /// - Throws: an `NSError` with a system status if there is no such unit.
    package override init(
      _ componentDescription: AudioComponentDescription, _ options: AudioComponentInstantiationOptions = [],
      banks: any PluginBanks
    ) throws {
      try super.init(componentDescription, options, banks: banks)
      parameterTree = ParameterTree.make(plugin, reporter)
    }

    // MARK: Properties

    /// The names of the MIDI outputs: one cable if the unit sends events.
    public override var midiOutputNames: [String] { plugin.descriptor.hasNoteOutput ? [plugin.descriptor.name] : [] }
    /// The number of MIDI input cables: one, with 16 channels.
    public override var virtualMIDICableCount: Int { 1 }
    /// Whether the unit supports MPE; the synthesizer follows MPE zones.
    public override var supportsMPE: Bool { plugin.descriptor.kind == .instrument }
    /// The MIDI protocol: that of the host, so that nothing is converted.
    public override var audioUnitMIDIProtocol: MIDIProtocolID { hostMIDIProtocol == ._2_0 ? ._2_0 : ._1_0 }
    /// The latency of the current settings in seconds.
    public override var latency: TimeInterval { Double(plugin.latency) / sampleRate }
    /// The longest time in seconds that the unit may sound after the last event.
    public override var tailTime: TimeInterval { plugin.tail.map { Double($0) / sampleRate } ?? Self.longestTail }

    /// The bypass state; the same switch as the bypass parameter.
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

    /// The state of the base class, and the plug-in's document. If a state contains a document, only the document is
    /// loaded. If the document cannot be read, nothing changes, and ``stateError`` contains the reason.
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

    /// Makes views and hosts read all parameters again.
    private func reportAll() {
      #if canImport(ObjectiveC)
        willChangeValue(forKey: "allParameterValues")
        didChangeValue(forKey: "allParameterValues")
      #endif
      ParameterTree.report(plugin, to: parameterTree)
    }

    // MARK: Presets

    /// The factory presets, numbered from 0.
    public override var factoryPresets: [AUAudioUnitPreset]? {
      plugin.descriptor.presets.enumerated().map { number, preset in
        let entry = AUAudioUnitPreset()
        (entry.number, entry.name) = (number, preset.name)
        return entry
      }
    }

    /// Whether hosts may store user presets.
    public override var supportsUserPresets: Bool { true }

    /// The last selected preset: a factory preset, or a user preset (numbers below 0). Selecting a preset that cannot
    /// be loaded changes nothing.
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
