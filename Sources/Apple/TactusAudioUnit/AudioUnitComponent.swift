#if canImport(AudioToolbox)
  import AudioToolbox
  import TactusPlugin

  /// The audio units of Tactus as the system registers them.
  ///
  /// - Thread: any
  public enum AudioUnitComponent: CaseIterable, Sendable {
    /// The SoundFont instrument (`aumu`).
    case sampler
    /// The step sequencer (`aumi`).
    case sequencer
    /// The arpeggiator with the other MIDI effects (`aumi`).
    case arpeggiator

    /// The manufacturer code, "Tact".
    public static let manufacturer: OSType = code("Tact")

    /// The codes by which hosts find the unit. Type and subtype must never change, like the IDs of parameters, because
    /// songs store them.
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

    /// The plug-in's description, common to all formats.
    public var plugin: PluginDescriptor {
      switch self {
      case .sampler: Plugins.sampler
      case .sequencer: Plugins.sequencer
      case .arpeggiator: Plugins.arpeggiator
      }
    }

    /// The name as hosts list it, such as "Tactus: Tactus Sampler".
    public var name: String { "Tactus: " + plugin.name }

    /// Creates the component for a description; nil if the description is not that of a Tactus unit.
    public init?(_ description: AudioComponentDescription) {
      let found = Self.allCases.first { component in
        let own = component.description
        return own.componentType == description.componentType && own.componentSubType == description.componentSubType
          && own.componentManufacturer == description.componentManufacturer
      }
      guard let found else { return nil }
      self = found
    }

    /// Converts a string of four characters to a four-character code.
    private static func code(_ text: String) -> OSType { text.utf8.reduce(0) { $0 << 8 | OSType($1) } }
  }
#endif
