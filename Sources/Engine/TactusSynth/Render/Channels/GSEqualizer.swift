import TactusDSP

/// GS's equalizer, two shelves for all parts that do not turn it off.
///
/// Source: Roland SC-88 owner's manual, MIDI implementation, 40 02 00…03 and 40 4x 20.
struct GSEqualizer {
  private var lowFrequency: UInt8 = 0
  private var lowGain: UInt8 = 64
  private var highFrequency: UInt8 = 0
  private var highGain: UInt8 = 64

  /// Whether it changes nothing.
  var isFlat: Bool { lowGain == 64 && highGain == 64 }

  /// Sets the parameter at an address, 40 02 00…03. Returns false for other addresses.
  mutating func set(_ low: Int, _ value: UInt8) -> Bool {
    switch low {
    case 0x00: lowFrequency = value
    case 0x01: lowGain = value
    case 0x02: highFrequency = value
    case 0x03: highGain = value
    default: return false
    }
    return true
  }

  var settings: InsertionSettings {
    var settings = InsertionSettings()
    settings.equalizer.isOn = true
    settings.equalizer.low = EqualizerSettings.Band(lowFrequency == 0 ? 200 : 400, GSScale.gain(lowGain))
    settings.equalizer.high = EqualizerSettings.Band(highFrequency == 0 ? 3_000 : 6_000, GSScale.gain(highGain))
    return settings
  }
}
