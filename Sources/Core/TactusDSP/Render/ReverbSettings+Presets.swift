/// The rooms of General MIDI 2 and Roland GS, with the decay times that GM2 specifies (GM2 specification 1.2, reverb
/// types); GM2 does not specify the other settings; they were chosen for Tactus.
extension ReverbSettings {
  /// GM2 "Small Room", GS "Room 1".
  /// - Thread: any
  public static var smallRoom: ReverbSettings {
    @_noAllocation @_noLocks get { make(decayTime: 1.1, highDecay: 0.4, size: 0.1, preDelay: 0.004) }
  }

  /// GM2 "Medium Room", GS "Room 2".
  /// - Thread: any
  public static var mediumRoom: ReverbSettings {
    @_noAllocation @_noLocks get { make(decayTime: 1.3, highDecay: 0.4, size: 0.2, preDelay: 0.006) }
  }

  /// GM2 "Large Room", GS "Room 3".
  /// - Thread: any
  public static var largeRoom: ReverbSettings {
    @_noAllocation @_noLocks get { make(decayTime: 1.5, highDecay: 0.45, size: 0.32, preDelay: 0.009) }
  }

  /// GM2 "Medium Hall", GS "Hall 1"; the default.
  /// - Thread: any
  public static var mediumHall: ReverbSettings { @_noAllocation @_noLocks get { ReverbSettings() } }

  /// GM2 "Large Hall", GS "Hall 2".
  /// - Thread: any
  public static var largeHall: ReverbSettings {
    @_noAllocation @_noLocks get { make(decayTime: 1.8, highDecay: 0.5, size: 0.75, preDelay: 0.022) }
  }

  /// GM2 and GS "Plate": bright, and dense from the start.
  /// - Thread: any
  public static var plate: ReverbSettings {
    @_noAllocation @_noLocks get {
      var settings = make(decayTime: 1.3, highDecay: 0.8, size: 0.16, preDelay: 0)
      settings.highCut = 14_000
      return settings
    }
  }

  /// Creates the settings of a GS reverb macro (system exclusive address 40 01 30): 0 … 2 are rooms, 3 and 4 halls, and
  /// 5 the plate. Returns nil for 6 and 7, which are delays, and for higher numbers.
  /// - Thread: any
  @_noAllocation @_noLocks
  public init?(gsMacro macro: UInt8) {
    switch macro {
    case 0: self = .smallRoom
    case 1: self = .mediumRoom
    case 2: self = .largeRoom
    case 3: self = .mediumHall
    case 4: self = .largeHall
    case 5: self = .plate
    default: return nil
    }
  }

  @_noAllocation @_noLocks
  private static func make(decayTime: Float, highDecay: Float, size: Float, preDelay: Float) -> ReverbSettings {
    var settings = ReverbSettings()
    settings.decayTime = decayTime
    settings.highDecay = highDecay
    settings.size = size
    settings.preDelay = preDelay
    return settings
  }
}
