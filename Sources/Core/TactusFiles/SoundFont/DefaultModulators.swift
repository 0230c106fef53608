extension SoundFont.Modulator {
  /// The default modulators of every voice, except velocity to filter cutoff (SoundFont 2.04 §8.4, with misprints
  /// corrected).
  ///
  /// The deviations from the printed text match all players: channel volume has the source 0x0587, not the printed
  /// 0x0582; pan has the destination pan, not the printed attenuation, and an amount of 500, so that CC 10 covers the
  /// full range; pitch wheel has the destination `fineTune`, because "initial pitch" is not a generator.
  public static let defaults: [Self] = [
    velocityToAttenuation, pressureToVibrato, modulationWheelToVibrato, volumeToAttenuation, panToPan,
    expressionToAttenuation, reverbToSend, chorusToSend, pitchWheelToPitch,
  ]

  /// Velocity, concave and negative, to 960 cB of attenuation: amplitude (v/127)² (§8.4.1).
  public static let velocityToAttenuation = Self(
    .init(.velocity, .concave, isNegative: true), to: .initialAttenuation, 960)
  /// Velocity to −2400 cents of filter cutoff as in 2.04 §8.4.2; not in ``defaults``.
  public static let velocityToFilter = Self(.init(.velocity, isNegative: true), to: .initialFilterFc, -2400)
  /// Velocity to −2400 cents of filter cutoff, with the velocity switch of 2.01 §8.4.2 (printed as 0x0502, described as
  /// 0x0D02); not in ``defaults``.
  public static let velocityToFilterSwitched = Self(
    .init(.velocity, isNegative: true), to: .initialFilterFc, -2400,
    by: .init(.velocity, .switch, isNegative: true))
  /// Channel pressure to 50 cents of vibrato (§8.4.3).
  public static let pressureToVibrato = Self(.init(.channelPressure), to: .vibLfoToPitch, 50)
  /// Modulation wheel to 50 cents of vibrato (§8.4.4).
  public static let modulationWheelToVibrato = Self(.init(controller: 1), to: .vibLfoToPitch, 50)
  /// Channel volume to 960 cB of attenuation (§8.4.5).
  public static let volumeToAttenuation = Self(
    .init(controller: 7, .concave, isNegative: true), to: .initialAttenuation, 960)
  /// Channel pan to ±50 % of pan (§8.4.6).
  public static let panToPan = Self(.init(controller: 10, isBipolar: true), to: .pan, 500)
  /// Expression to 960 cB of attenuation (§8.4.7).
  public static let expressionToAttenuation = Self(
    .init(controller: 11, .concave, isNegative: true), to: .initialAttenuation, 960)
  /// CC 91 to 20 % of reverb send (§8.4.8).
  public static let reverbToSend = Self(.init(controller: 91), to: .reverbEffectsSend, 200)
  /// CC 93 to 20 % of chorus send (§8.4.9).
  public static let chorusToSend = Self(.init(controller: 93), to: .chorusEffectsSend, 200)
  /// Pitch wheel times its sensitivity to 12,700 cents of pitch (§8.4.10).
  public static let pitchWheelToPitch = Self(
    .init(.pitchWheel, isBipolar: true), to: .fineTune, 12700, by: .init(.pitchWheelSensitivity))
}
