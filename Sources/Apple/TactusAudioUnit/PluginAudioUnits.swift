#if canImport(AudioToolbox)
  import AudioToolbox

  /// Makes audio units: what the principal object of an extension without a view is, or hands on to.
  ///
  /// - Thread: any
  public enum PluginAudioUnits {
    /// The unit that a description names.
    ///
    /// - Throws: an `NSError` of the system's statuses if there is none.
    public static func make(_ description: AudioComponentDescription) throws -> AUAudioUnit {
      try PluginAudioUnit(componentDescription: description)
    }

    /// Makes all units known to this process, so that an app can use them without an extension.
    /// - Thread: control
    public static func register() {
      for component in AudioUnitComponent.allCases {
        AUAudioUnit.registerSubclass(
          PluginAudioUnit.self, as: component.description, name: component.name, version: 1)
      }
    }
  }
#endif
