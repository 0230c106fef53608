import TactusDSP

/// The effect of a half-pressed sustain pedal.
struct Dampers {
  /// The factor by which the pedal lengthens release times; 1 for none.
  var factor: Double = 1
  /// The factor with which voices in their release fade; it stays while the pedal is down.
  var released: Double = 1
}

/// The state of a MIDI channel.
///
/// - Thread: audio
struct Channel {
  /// The values of the 128 controllers.
  var controllers: UnsafeMutablePointer<UInt8>
  /// The pressure of each of the 128 keys.
  var keyPressures: UnsafeMutablePointer<UInt8>
  var pressure: UInt8 = 0
  var pitchBend: Int32 = 8192
  /// RPN 0: the range of pitch bend, in cents.
  var bendRange: Double = 200
  /// RPN 1: fine tuning, in cents.
  var fineTuning: Double = 0
  /// RPN 2: coarse tuning, in cents.
  var coarseTuning: Double = 0
  /// The tuning from the master's and the part's settings, in cents.
  var systemTuning: Double = 0
  var parameter = ParameterState()
  /// The kinds of overrides that this channel has, as bits of `ChannelOverrides`; none for most channels.
  var overrides: UInt8 = 0
  /// The changes that parameters have made to the generators.
  var shape: ChannelShape
  /// The settings of the 128 drum keys; set only if `overrides` has the bit `hasDrumKeys`.
  var drumKeys: UnsafeMutablePointer<DrumKey>
  /// The tuning of the keys.
  var tuning: ChannelTuning
  /// RPN 5: the vibrato depth at full modulation wheel, in cents.
  var modulationDepth: Double = 50
  /// Whether a nonzero controller LSB (controllers 33…63) has been received; controllers then have 14 bits.
  var isFine = false
  var dampers = Dampers()
  /// Whether the channel is in mono mode (controller 126); see also `playsMono`.
  var isMono = false
  /// The keys that are down, in mono mode or while the legato pedal is down.
  var held: HeldKeys
  /// The source key of portamento.
  var portamento = ChannelPortamento()
  /// The channel's role in an MPE zone.
  var zone = ExpressionPart()
  var program: UInt8 = 0
  var isDrums = false
  /// Where the channel's next notes go.
  var route = NoteRoute()
  /// The selected preset, as bank · 128 + program; a bank select takes effect with the next program change.
  var address: Int32 = 0
  /// The index of the preset that sounds, −1 for none.
  var preset: Int32 = -1

  /// Controller numbers.
  static var bankMSB: Int { 0 }
  /// The LSB of the non-registered parameter that sets controller 74 (GS and XG).
  static var brightness: UInt8 { 0x20 }
  static var dataMSB: Int { 6 }
  static var bankLSB: Int { 32 }
  static var dataLSB: Int { 38 }
  static var sustainPedal: Int { 64 }
  static var sostenutoPedal: Int { 66 }
  static var softPedal: Int { 67 }

  @inline(__always) var sustains: Bool { controllers[Self.sustainPedal] >= 64 }
  @inline(__always) var softens: Bool { controllers[Self.softPedal] >= 64 }

  /// Resets the channel to its state at power-on, which has the defaults of GM except for the reverb send.
  mutating func reset(isDrums: Bool, reverbSend: UInt8) {
    controllers.update(repeating: 0, count: 128)
    controllers[7] = 100
    controllers[8] = 64
    controllers[10] = 64
    controllers[91] = reverbSend
    // Sound variation, timbre, times, brightness: relative controls, so 64 changes nothing (MIDI RP-021).
    for number in 70...79 { controllers[number] = 64 }
    program = 0
    bendRange = 200
    fineTuning = 0
    coarseTuning = 0
    systemTuning = 0
    clearOverrides()
    shape.equalizer = PartEqualizer()
    route.insertion = 0
    self.isDrums = isDrums
    resetControllers()
  }

  /// Resets the controllers for controller 121: those that RP-015 lists, and the generators changed by SoundFont and
  /// AWE 32 parameters, as the AWE 32 does. Volume, pan, effect depths, sound controllers, bank, program, registered
  /// parameters and those of GS and XG keep their values.
  mutating func resetControllers() {
    controllers[1] = 0
    controllers[11] = 127
    controllers[33] = 0
    controllers[43] = 0
    for pedal in 64...69 { controllers[pedal] = 0 }
    keyPressures.update(repeating: 0, count: 128)
    pressure = 0
    pitchBend = 8192
    parameter = ParameterState()
    if overrides & ChannelOverrides.changesGenerators != 0 { shape.clear() }
    portamento.namedKey = -1
    if !playsMono { held.count = 0 }
    zone.forgetGestures()
  }
}
