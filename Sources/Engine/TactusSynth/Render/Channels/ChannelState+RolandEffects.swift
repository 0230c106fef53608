import TactusDSP

// GS reverb, chorus and delay parameters: addresses 40 01 30…5A.

extension ChannelState {
  mutating func setGSEffect(_ low: Int, _ value: UInt8, port: Int) -> Bool {
    switch low {
    case 0x30:
      if let delay = ReverbDelay(macro: value) {
        master.reverb.choose(delay, level: 64)
        break
      }
      guard let room = ReverbSettings(gsMacro: value) else { return false }
      master.reverb.choose(room, level: 1, gsTime: Self.macroTime(value), gsLowPass: Self.macroLowPass(value))
    case 0x31:
      if let delay = ReverbDelay(macro: value) {
        master.reverb.choose(delay, level: nil)
        break
      }
      guard let room = ReverbSettings(gsMacro: value) else { return false }
      master.reverb.choose(room, level: nil, gsTime: Self.macroTime(value), gsLowPass: Self.macroLowPass(value))
    case 0x32: master.reverb.setGSLowPass(value & 7)
    case 0x33: master.reverb.setLevel(value)
    case 0x34: master.reverb.setGSTime(value)
    case 0x35: master.reverb.setDelayFeedback(value)
    case 0x37: master.reverb.setPreDelay(seconds: Float(value) * 0.001)
    case 0x38:
      guard let chorus = ChorusSettings(gsMacro: value) else { return false }
      master.chorus.choose(chorus, level: 1)
      master.delay.chorusSend = 0
    case 0x3A: master.chorus.settings.level = Float(value) / 64
    case 0x3B: master.chorus.settings.feedback = GM2Scale.feedback(value)
    // Ten steps are one millisecond; 80, the value of most macros, is the delay of this synthesizer's choruses.
    case 0x3C: master.chorus.settings.delay = Float(value) * 0.0001
    case 0x3D: master.chorus.settings.rate = GM2Scale.rate(value)
    case 0x3E: master.chorus.settings.depth = GM2Scale.depth(value)
    case 0x3F: master.chorus.settings.reverbSend = GM2Scale.send(value)
    // In XG, the delay is the variation effect.
    case 0x40 where ports[port].system != .xg: master.delay.chorusSend = GM2Scale.send(value)
    case 0x50...0x5A where ports[port].system != .xg:
      guard delay.setGS(low, value) else { return false }
      master.delay.settings = delay.settings
    default: return false
    }
    return true
  }

  /// Returns the GS reverb time that a reverb macro presets.
  private static func macroTime(_ macro: UInt8) -> UInt8 {
    switch macro {
    case 0: 80
    case 1: 56
    case 3: 72
    case 5: 88
    default: 64
    }
  }

  /// Returns the pre-low-pass of a macro.
  private static func macroLowPass(_ macro: UInt8) -> UInt8 {
    switch macro {
    case 0: 3
    case 1, 3: 4
    default: 0
    }
  }
}
