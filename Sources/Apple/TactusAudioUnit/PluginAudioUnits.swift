#if canImport(AudioToolbox)
  import AudioToolbox

  /// Creates the audio units, for an extension's factory (`AUAudioUnitFactory`) or within an app.
  ///
  /// - Thread: any
  public enum PluginAudioUnits {
    /// Creates the unit for a description.
    ///
    /// - Throws: an `NSError` with a system status if there is no such unit.
    public static func make(_ description: AudioComponentDescription) throws -> AUAudioUnit {
      try PluginAudioUnit(componentDescription: description)
    }

    /// Registers all units in this process, so that an app can use them without an extension.
    /// - Thread: control
    public static func register() {
      for component in AudioUnitComponent.allCases {
        AUAudioUnit.registerSubclass(
          PluginAudioUnit.self, as: component.description, name: component.name, version: 1)
      }
    }
  }
#endif
