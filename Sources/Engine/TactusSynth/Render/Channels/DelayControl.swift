import TactusDSP

/// The delay settings that messages have set.
struct DelayControl {
  var settings = GSDelay().settings {
    didSet { isNew = true }
  }
  /// Whether the settings have not been passed on to the effect yet.
  var isNew = false
  /// The gain with which the chorus is also sent to the delay, in GS.
  var chorusSend: Float = 0
}

/// The parameters of the delay effect as messages have set them: those of GS's system delay, or of XG's variation effect.
struct DelayParameters {
  private var gs = GSDelay()
  private(set) var xg = XGVariation()
  private var isXG = false

  /// The power-on state of a system.
  init(_ system: SoundSystem = .gs) { isXG = system == .xg }

  var settings: DelaySettings { isXG ? xg.settings : gs.settings }

  /// Whether delay sends are heard: always in GS, in XG if the variation effect is connected as a system effect.
  var isOn: Bool { !isXG || xg.isSystem && xg.effect.isFollowed }

  /// Sets a GS parameter at an address, 40 01 50…5A. Returns false for other values.
  mutating func setGS(_ low: Int, _ value: UInt8) -> Bool {
    guard gs.set(low, value) else { return false }
    isXG = false
    return true
  }

  /// Sets the XG parameter at an address, 02 01 40…75. Returns how many bytes its value has, 1 or 2, or 0 if the parameter
  /// has no effect.
  mutating func setXG(_ low: Int, _ data: ExclusiveData) -> Int {
    isXG = true
    return xg.set(low, data)
  }
}

/// GS's system delay.
///
/// Source: Roland SC-88 owner's manual, MIDI implementation, 40 01 50…5A.
struct GSDelay {
  private var lowPass: UInt8 = 0
  private var centerTime: UInt8 = 97
  /// The delays to the left and right, in 24ths of the center's.
  private var leftRatio: UInt8 = 1
  private var rightRatio: UInt8 = 1
  private var centerLevel: UInt8 = 127
  private var leftLevel: UInt8 = 0
  private var rightLevel: UInt8 = 0
  private var level: UInt8 = 64
  private var feedback: UInt8 = 80
  private var reverbSend: UInt8 = 0

  /// Creates Delay 1, the state at power-on.
  init() {}

  /// Creates the delay of a macro: 0…3 are delays, 4…7 delays that alternate between the sides, 8 Delay to Reverb, and 9
  /// Pan Repeat.
  init?(macro: UInt8) {
    switch macro {
    case 0: break
    case 1: centerTime = 106
    case 2: (centerTime, feedback) = (115, 72)
    case 3: (centerTime, feedback) = (83, 72)
    case 4: alternate(time: 105, left: 125, right: 60, feedback: 74)
    case 5: alternate(time: 109, left: 125, right: 60, feedback: 71)
    case 6: alternate(time: 115, left: 120, right: 64, feedback: 73)
    case 7: alternate(time: 93, left: 120, right: 64, feedback: 72)
    case 8:
      alternate(time: 109, left: 114, right: 60, feedback: 61)
      reverbSend = 36
    case 9:
      alternate(time: 110, left: 127, right: 67, feedback: 40)
      (leftRatio, rightRatio, centerLevel) = (21, 32, 97)
    default: return nil
    }
  }

  private mutating func alternate(time: UInt8, left: UInt8, right: UInt8, feedback: UInt8) {
    (centerTime, leftRatio, rightRatio) = (time, 12, 24)
    (centerLevel, leftLevel, rightLevel) = (0, left, right)
    self.feedback = feedback
  }

  /// Sets the parameter at an address; returns false for an unknown address or macro.
  mutating func set(_ low: Int, _ value: UInt8) -> Bool {
    switch low {
    case 0x50:
      guard let macro = GSDelay(macro: value) else { return false }
      self = macro
    case 0x51: lowPass = value & 7
    case 0x52: centerTime = max(1, min(115, value))
    case 0x53: leftRatio = max(1, min(120, value))
    case 0x54: rightRatio = max(1, min(120, value))
    case 0x55: centerLevel = value
    case 0x56: leftLevel = value
    case 0x57: rightLevel = value
    case 0x58: level = value
    case 0x59: feedback = value
    case 0x5A: reverbSend = value
    default: return false
    }
    return true
  }

  var settings: DelaySettings {
    let time = Self.seconds(centerTime)
    let center = DelayTap(time: time, gain: Float(centerLevel) * (1.0 / 127))
    var settings = DelaySettings()
    settings.left = DelayTap(time: time * Float(leftRatio) / 24, gain: Float(leftLevel) * (1.0 / 127))
    settings.right = DelayTap(time: time * Float(rightRatio) / 24, gain: Float(rightLevel) * (1.0 / 127))
    (settings.leftSecond, settings.rightSecond) = (center, center)
    // the repetitions follow the center's time, whatever its level
    settings.leftFeedback = DelayTap(time: time, gain: DelayScale.feedback(feedback))
    settings.highCut = DelayScale.highCut(lowPass)
    settings.level = Float(level) / 64
    settings.reverbSend = GM2Scale.send(reverbSend)
    return settings
  }

  /// Converts the center's delay time, 1…115, to seconds: 0.1 ms to 1 s, in steps that grow with the time.
  static func seconds(_ value: UInt8) -> Float {
    var milliseconds: Float = 0.1
    var step = 1
    while step < Int(value) {
      milliseconds += stepSize(after: step)
      step &+= 1
    }
    return milliseconds * 0.001
  }

  private static func stepSize(after value: Int) -> Float {
    switch value {
    case ..<20: 0.1
    case ..<35: 0.2
    case ..<45: 0.5
    case ..<55: 1
    case ..<70: 2
    case ..<80: 5
    case ..<90: 10
    case ..<105: 20
    default: 50
    }
  }
}

/// Units that several delays share.
enum DelayScale {
  /// Returns the cutoff of GS's pre-low-pass in hertz. As measured on an instrument, value 1 is 5 kHz, and each further
  /// step lowers the cutoff by two thirds of an octave. 0 is no filter.
  static func highCut(_ value: UInt8) -> Float {
    value == 0 ? 20_000 : 8_000 * Float(ExactMath.exp2(Double(value & 7) * (-2.0 / 3)))
  }

  /// Converts a feedback value to a gain: 64 is 0, and lower values invert the phase.
  static func feedback(_ value: UInt8) -> Float { Float(max(-63, Int(value) &- 64)) / 64 }
}
