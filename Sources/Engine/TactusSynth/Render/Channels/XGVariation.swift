import TactusDSP

/// XG's variation effect, as far as it is a delay connected as a system effect.
///
/// Source: Yamaha XG specification 1.3, effect parameters 02 01 40…75, and its effect type and parameter lists.
struct XGVariation {
  /// The types that are delays.
  private enum Kind { case leftCenterRight, leftRight, echo, crossed }

  /// Parameters 1 to 16 of the type.
  private var parameters = Self.defaults(.leftCenterRight)
  private var kind: Kind? = .leftCenterRight
  private var returnLevel: UInt8 = 64
  private var pan: UInt8 = 64
  private var reverbSend: UInt8 = 0
  private var chorusSend: UInt8 = 0
  /// Whether parts feed the effect by their sends; otherwise it is inserted into a part.
  private(set) var isSystem = false

  var isDelay: Bool { if case .some = kind { true } else { false } }

  /// Sets the parameter at an address. Returns the number of bytes used, or 0 if the parameter has no effect here.
  mutating func set(_ low: Int, _ data: ExclusiveData) -> Int {
    switch low {
    case 0x40:
      guard data.count >= 2 else { return 0 }
      return choose(data[0]) ? 2 : 0
    case 0x42...0x55:
      guard data.count >= 2, low & 1 == 0 else { return 0 }
      parameters[(low &- 0x42) / 2] = UInt16(data[0]) &<< 7 | UInt16(data[1])
      return isDelay ? 2 : 0
    case 0x70...0x75:
      parameters[low &- 0x66] = UInt16(data[0])
      return isDelay ? 1 : 0
    default: return setConnection(low, data[0]) ? 1 : 0
    }
  }

  private mutating func setConnection(_ low: Int, _ value: UInt8) -> Bool {
    switch low {
    case 0x56: returnLevel = value
    case 0x57: pan = value
    case 0x58: reverbSend = value
    case 0x59: chorusSend = value
    case 0x5A:
      isSystem = value == 1
      return true
    case 0x5B: return value == 0x7F  // insertion into a part is not supported
    default: return false
    }
    return isDelay
  }

  /// Selects a type with its default parameters; false if it is neither a delay nor "no effect".
  private mutating func choose(_ msb: UInt8) -> Bool {
    switch msb {
    case 5: kind = .leftCenterRight
    case 6: kind = .leftRight
    case 7: kind = .echo
    case 8: kind = .crossed
    default:
      kind = nil
      return msb == 0
    }
    if let kind { parameters = Self.defaults(kind) }
    return true
  }

  private static func defaults(_ kind: Kind) -> SIMD16<UInt16> {
    switch kind {
    case .leftCenterRight: SIMD16(3_333, 1_667, 5_000, 5_000, 74, 100, 10, 0, 0, 32, 0, 60, 28, 64, 46, 64)
    case .leftRight: SIMD16(2_500, 3_750, 3_752, 3_750, 87, 10, 0, 0, 0, 32, 0, 60, 28, 64, 46, 64)
    case .echo: SIMD16(1_700, 80, 1_780, 80, 10, 1_700, 1_780, 0, 0, 40, 0, 60, 28, 64, 46, 64)
    case .crossed: SIMD16(1_700, 1_750, 111, 1, 10, 0, 0, 0, 0, 32, 0, 60, 28, 64, 46, 64)
    }
  }

  /// The settings of the delay effect; silent unless the variation is a delay connected as a system effect. The
  /// effect's equalizer is not followed.
  var settings: DelaySettings {
    var settings = DelaySettings()
    guard isSystem, let kind else {
      settings.level = 0
      return settings
    }
    switch kind {
    case .leftCenterRight: setLeftCenterRight(&settings)
    case .leftRight: setLeftRight(&settings)
    case .echo: setEcho(&settings)
    case .crossed: setCrossed(&settings)
    }
    settings.level = Float(returnLevel) / 64
    balance(&settings)
    settings.reverbSend = Float(reverbSend) / 64
    settings.chorusSend = Float(chorusSend) / 64
    return settings
  }

  private func setLeftCenterRight(_ settings: inout DelaySettings) {
    let center = DelayTap(time: time(2), gain: Float(value(5)) * (1.0 / 127))
    settings.routing = .mono
    settings.left = DelayTap(time: time(0), gain: 1)
    settings.right = DelayTap(time: time(1), gain: 1)
    (settings.leftSecond, settings.rightSecond) = (center, center)
    settings.leftFeedback = DelayTap(time: time(3), gain: DelayScale.feedback(value(4)))
    settings.feedbackDamping = damping(6)
  }

  private func setLeftRight(_ settings: inout DelaySettings) {
    settings.routing = .stereo
    settings.left = DelayTap(time: time(0), gain: 1)
    settings.right = DelayTap(time: time(1), gain: 1)
    settings.leftFeedback = DelayTap(time: time(2), gain: DelayScale.feedback(value(4)))
    settings.rightFeedback = DelayTap(time: time(3), gain: DelayScale.feedback(value(4)))
    settings.feedbackDamping = damping(5)
  }

  private func setEcho(_ settings: inout DelaySettings) {
    let second = Float(value(7)) * (1.0 / 127)
    settings.routing = .stereo
    settings.left = DelayTap(time: time(0), gain: 1)
    settings.right = DelayTap(time: time(2), gain: 1)
    settings.leftSecond = DelayTap(time: time(5), gain: second)
    settings.rightSecond = DelayTap(time: time(6), gain: second)
    settings.leftFeedback = DelayTap(time: time(0), gain: DelayScale.feedback(value(1)))
    settings.rightFeedback = DelayTap(time: time(2), gain: DelayScale.feedback(value(3)))
    settings.feedbackDamping = damping(4)
  }

  private func setCrossed(_ settings: inout DelaySettings) {
    settings.routing = .crossed
    // from left to right, and from right to left
    settings.right = DelayTap(time: time(0), gain: 1)
    settings.left = DelayTap(time: time(1), gain: 1)
    settings.rightFeedback = DelayTap(time: time(0), gain: DelayScale.feedback(value(2)))
    settings.leftFeedback = DelayTap(time: time(1), gain: DelayScale.feedback(value(2)))
    settings.leftInput = value(3) == 1 ? 0 : 1
    settings.rightInput = value(3) == 0 ? 0 : 1
    settings.feedbackDamping = damping(4)
  }

  /// Applies the effect's pan as a balance: each side keeps its level up to the center.
  private func balance(_ settings: inout DelaySettings) {
    let position = Float(max(1, Int(pan)) &- 64) / 63
    let (left, right) = (min(1, 1 - position), min(1, 1 + position))
    settings.left.gain *= left
    settings.leftSecond.gain *= left
    settings.right.gain *= right
    settings.rightSecond.gain *= right
  }

  /// Returns a delay, in tenths of a millisecond, in seconds.
  private func time(_ index: Int) -> Float { Float(parameters[index]) * 0.000_1 }

  private func value(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: min(127, parameters[index])) }

  private func damping(_ index: Int) -> Float { Float(max(1, min(10, parameters[index]))) * 0.1 }
}
