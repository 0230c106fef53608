import TactusDSP

/// XG's variation effect: a system effect that parts feed by their sends, or an insertion effect of one part.
///
/// Source: Yamaha XG specification 1.3, effect parameters 02 01 40…75.
struct XGVariation {
  private(set) var effect = XGEffect()
  private var returnLevel: UInt8 = 64
  private var pan: UInt8 = 64
  private(set) var reverbSend: UInt8 = 0
  private(set) var chorusSend: UInt8 = 0
  /// Whether parts feed the effect by their sends; otherwise it is inserted into a part.
  private(set) var isSystem = false
  /// The part into which the effect is inserted; 127 for none.
  private(set) var part: UInt8 = 127

  var isDelay: Bool { effect.isDelay }

  /// Sets the parameter at an address. Returns the number of bytes used, or 0 if the parameter has no effect here.
  mutating func set(_ low: Int, _ data: ExclusiveData) -> Int {
    switch low {
    case 0x40:
      guard data.count >= 2 else { return 0 }
      return effect.choose(data[0], data[1]) ? 2 : 0
    case 0x42...0x55:
      guard data.count >= 2, low & 1 == 0 else { return 0 }
      effect.set((low &- 0x42) / 2, UInt16(data[0]) &<< 7 | UInt16(data[1]))
      return effect.isFollowed ? 2 : 0
    case 0x70...0x75:
      effect.set(low &- 0x66, UInt16(data[0]))
      return effect.isFollowed ? 1 : 0
    default: return setConnection(low, data[0]) ? 1 : 0
    }
  }

  private mutating func setConnection(_ low: Int, _ value: UInt8) -> Bool {
    switch low {
    case 0x56: returnLevel = value
    case 0x57: pan = value
    case 0x58: reverbSend = value
    case 0x59: chorusSend = value
    case 0x5A: isSystem = value == 1
    case 0x5B: part = value
    default: return false
    }
    return true
  }

  /// The settings of the delay effect; silent unless the variation is a delay connected as a system effect. The
  /// effect's equalizer is not followed.
  var settings: DelaySettings {
    var settings = effect.delaySettings
    guard isSystem, isDelay else {
      settings.level = 0
      return settings
    }
    settings.level = Float(returnLevel) / 64
    balance(&settings)
    settings.reverbSend = Float(reverbSend) / 64
    settings.chorusSend = Float(chorusSend) / 64
    return settings
  }

  /// The gain with which other effects than delays return as a system effect.
  var returnGain: Float { Float(returnLevel) / 64 }

  /// Applies the effect's pan as a balance: each side keeps its level up to the center.
  private func balance(_ settings: inout DelaySettings) {
    let position = Float(max(1, Int(pan)) &- 64) / 63
    let (left, right) = (min(1, 1 - position), min(1, 1 + position))
    settings.left.gain *= left
    settings.leftSecond.gain *= left
    settings.right.gain *= right
    settings.rightSecond.gain *= right
  }
}
