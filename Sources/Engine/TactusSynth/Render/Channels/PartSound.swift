/// The settings of a part's sound that a user sets directly, as on the panel of an instrument.
///
/// They are offsets, which are added to the values that the bank and the MIDI messages set. No message and no reset
/// changes them. If all are 0, the default, they change nothing and take no time.
/// - Thread: audio
struct PartSound: BitwiseCopyable {
  /// The values by the raw value of ``PartSoundSetting``.
  private var values = SIMD32<Float>(repeating: 0)
  /// The switches that note-ons test, as bits of ``PartModes``.
  var modes: UInt8 = 0

  @inline(__always)
  subscript(setting: PartSoundSetting) -> Double {
    get { Double(values[setting.rawValue]) }
    set { values[setting.rawValue] = Float(newValue) }
  }

  /// Whether the settings change generators or the level of voices.
  var changesVoices: Bool {
    for index in 0..<PartSoundSetting.portamento.rawValue where values[index] != 0 { return true }
    return false
  }
}

/// The settings of ``PartSound``.
///
/// Times and rates are in octaves: 1 is twice as long, or twice as fast. Switches are on from 0.5.
/// - Thread: any
package enum PartSoundSetting: Int, CaseIterable, Hashable, Sendable, BitwiseCopyable {
  /// In decibels; −96 is silence.
  case volume
  /// From −100, left, to 100.
  case pan
  /// In octaves of time.
  case attack, decay
  /// In decibels of the level at which a held note stays.
  case sustain
  /// In octaves of time.
  case release
  /// In octaves of frequency.
  case cutoff
  /// In decibels.
  case resonance
  /// In octaves of frequency.
  case vibratoRate
  /// In cents.
  case vibratoDepth
  /// In milliseconds.
  case vibratoDelay
  /// In semitones.
  case coarseTuning
  /// In cents.
  case fineTuning
  /// In percent of a full send.
  case reverb, chorus
  /// Whether notes glide, with ``portamentoTime``, regardless of controllers 5 and 65. This and the following settings
  /// have no effect on voices that sound.
  case portamento
  /// In milliseconds for each octave of distance.
  case portamentoTime
  /// Whether the part plays one note at a time, also in poly mode.
  case mono
  /// Whether the part plays as with the legato pedal down.
  case legato
}

/// The switches of ``PartSound`` that note-ons look at, as bits.
enum PartModes {
  @inline(__always) static var mono: UInt8 { 1 }
  @inline(__always) static var legato: UInt8 { 2 }
  @inline(__always) static var portamento: UInt8 { 4 }
}

extension ChannelState {
  /// Changes a setting of a part's sound at this frame.
  mutating func setSound(_ part: Int, _ setting: PartSoundSetting, _ value: Double) {
    let channel = channels + part
    channel.pointee.shape.sound.pointee[setting] = value
    switch setting {
    case .portamento: setMode(part, PartModes.portamento, value >= 0.5)
    case .mono: setMode(part, PartModes.mono, value >= 0.5)
    case .legato: setMode(part, PartModes.legato, value >= 0.5)
    case .portamentoTime: break
    default:
      let bit = ChannelOverrides.changesSound
      let old = channel.pointee.overrides
      channel.pointee.overrides = channel.pointee.shape.sound.pointee.changesVoices ? old | bit : old & ~bit
      if (old | channel.pointee.overrides) & bit != 0 { markDirty(part) }
    }
  }

  /// Switches a mode of a part. When the part begins or ends to play one note at a time, the keys that are down are
  /// gathered, as with the legato pedal.
  private mutating func setMode(_ part: Int, _ mode: UInt8, _ isOn: Bool) {
    let channel = channels + part
    let wasMonophonic = channel.pointee.isMonophonic
    let old = channel.pointee.shape.sound.pointee.modes
    channel.pointee.shape.sound.pointee.modes = isOn ? old | mode : old & ~mode
    if channel.pointee.isMonophonic != wasMonophonic { gatherHeldKeys(part) }
  }
}
