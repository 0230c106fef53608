#if canImport(AudioToolbox)
  import AudioToolbox
  import TactusPlugin

  /// The audio units of Tactus, as the system knows them.
  ///
  /// - Thread: any
  public enum AudioUnitComponent: CaseIterable, Sendable {
    /// The SoundFont instrument (`aumu`).
    case sampler
    /// The step sequencer (`aumi`).
    case sequencer
    /// The arpeggiator with the other MIDI effects (`aumi`).
    case arpeggiator

    /// "Tact".
    public static let manufacturer: OSType = code("Tact")

    /// What a host finds it by. Type and subtype are as fixed as the ids of parameters: songs are saved with them.
    public var description: AudioComponentDescription {
      var description = AudioComponentDescription()
      description.componentManufacturer = Self.manufacturer
      switch self {
      case .sampler:
        (description.componentType, description.componentSubType) = (kAudioUnitType_MusicDevice, Self.code("Samp"))
      case .sequencer:
        (description.componentType, description.componentSubType) = (kAudioUnitType_MIDIProcessor, Self.code("Sequ"))
      case .arpeggiator:
        (description.componentType, description.componentSubType) = (kAudioUnitType_MIDIProcessor, Self.code("Arpe"))
      }
      return description
    }

    /// What it is in every format.
    public var plugin: PluginDescriptor {
      switch self {
      case .sampler: Plugins.sampler
      case .sequencer: Plugins.sequencer
      case .arpeggiator: Plugins.arpeggiator
      }
    }

    /// "Tactus: Tactus Sampler", as hosts list it.
    public var name: String { "Tactus: " + plugin.name }

    /// The unit that a host asks for; nil if it is none of these.
    public init?(_ description: AudioComponentDescription) {
      let found = Self.allCases.first { component in
        let own = component.description
        return own.componentType == description.componentType && own.componentSubType == description.componentSubType
          && own.componentManufacturer == description.componentManufacturer
      }
      guard let found else { return nil }
      self = found
    }

    /// Four characters as a number.
    private static func code(_ text: String) -> OSType { text.utf8.reduce(0) { $0 << 8 | OSType($1) } }
  }
#endif
