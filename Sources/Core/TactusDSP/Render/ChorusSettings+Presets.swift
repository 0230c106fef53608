/// The choruses of General MIDI 2 and Roland GS, with the rates, depths and feedbacks that GM2 specifies (GM2
/// specification 1.2, chorus types); GM2 does not specify the delays; they were chosen for Tactus.
extension ChorusSettings {
  /// GM2 and GS "Chorus 1": shallow.
  /// - Thread: any
  public static var chorus1: ChorusSettings {
    @_noAllocation @_noLocks get { make(rate: 0.4, depth: 0.0019, feedback: 0) }
  }

  /// GM2 and GS "Chorus 2": deep and fast.
  /// - Thread: any
  public static var chorus2: ChorusSettings {
    @_noAllocation @_noLocks get { make(rate: 1.1, depth: 0.0063, feedback: 0.04) }
  }

  /// GM2 and GS "Chorus 3": deep and slow; the default.
  /// - Thread: any
  public static var chorus3: ChorusSettings { @_noAllocation @_noLocks get { ChorusSettings() } }

  /// GM2 and GS "Chorus 4".
  /// - Thread: any
  public static var chorus4: ChorusSettings {
    @_noAllocation @_noLocks get { make(rate: 1.1, depth: 0.0053, feedback: 0.12) }
  }

  /// GM2 and GS "Feedback Chorus".
  /// - Thread: any
  public static var feedbackChorus: ChorusSettings {
    @_noAllocation @_noLocks get { make(rate: 0.2, depth: 0.0078, feedback: 0.49) }
  }

  /// GM2 and GS "Flanger": a single voice with a short delay and strong feedback.
  /// - Thread: any
  public static var flanger: ChorusSettings {
    @_noAllocation @_noLocks get {
      var settings = make(rate: 0.1, depth: 0.0019, feedback: 0.86)
      settings.voices = 1
      settings.delay = 0.0018
      settings.spread = 0.5
      return settings
    }
  }

  /// Creates the settings of a GS chorus macro (system exclusive address 40 01 38): 0 … 3 are choruses, 4 the feedback
  /// chorus, and 5 the flanger. Returns nil for 6 and 7, which are short delays, and for higher numbers.
  /// - Thread: any
  @_noAllocation @_noLocks
  public init?(gsMacro macro: UInt8) {
    switch macro {
    case 0: self = .chorus1
    case 1: self = .chorus2
    case 2: self = .chorus3
    case 3: self = .chorus4
    case 4: self = .feedbackChorus
    case 5: self = .flanger
    default: return nil
    }
  }

  @_noAllocation @_noLocks
  private static func make(rate: Float, depth: Float, feedback: Float) -> ChorusSettings {
    var settings = ChorusSettings()
    settings.rate = rate
    settings.depth = depth
    settings.feedback = feedback
    return settings
  }
}
