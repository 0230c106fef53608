import TactusDSP

/// What a MIDI channel remembers.
///
/// - Thread: audio
struct Channel {
  /// The 128 controllers, and the pressure of each of the 128 keys.
  var controllers: UnsafeMutablePointer<UInt8>
  var keyPressures: UnsafeMutablePointer<UInt8>
  var pressure: UInt8 = 0
  var pitchBend: Int32 = 8192
  /// RPN 0: the range of pitch bend, in cents.
  var bendRange: Double = 200
  /// RPN 1 and 2, in cents.
  var fineTuning: Double = 0
  var coarseTuning: Double = 0
  /// What the master's and the part's own settings add, in cents.
  var systemTuning: Double = 0
  var parameter = ParameterState()
  /// What it adds to its voices besides what modulators read: bits of `ChannelOverrides`, none for most channels.
  var overrides: UInt8 = 0
  /// Generators that parameters have moved, drum keys that they have changed, and the tuning.
  var shape: ChannelShape
  var drumKeys: UnsafeMutablePointer<DrumKey>
  var tuning: ChannelTuning
  /// RPN 5: the vibrato of a full modulation wheel, in cents.
  var modulationDepth: Double = 50
  /// Whether a controller's low byte has come (33…63): high ones count in 14 bits then.
  var isFine = false
  /// How much longer than written a release takes: the dampers touch the strings only lightly.
  var damperStretch: Double = 1
  /// Controller 126: one note at a time; and the keys that are down then, or while the legato pedal is.
  var isMono = false
  var held: HeldKeys
  /// Where portamento comes from.
  var portamento = ChannelPortamento()
  /// Its part in a zone of MIDI polyphonic expression.
  var zone = ExpressionPart()
  var program: UInt8 = 0
  var isDrums = false
  /// Which stem its next notes sound in.
  var stem: Int32 = 0
  /// What its bank selects and program chose, bank · 128 + program: a bank select waits for the next program.
  var address: Int32 = 0
  /// The index of the preset that sounds, −1 for none.
  var preset: Int32 = -1

  /// Controllers by name.
  static var bankMSB: Int { 0 }
  static var dataMSB: Int { 6 }
  static var bankLSB: Int { 32 }
  static var dataLSB: Int { 38 }
  static var sustainPedal: Int { 64 }
  static var sostenutoPedal: Int { 66 }
  static var softPedal: Int { 67 }

  @inline(__always) var sustains: Bool { controllers[Self.sustainPedal] >= 64 }
  @inline(__always) var softens: Bool { controllers[Self.softPedal] >= 64 }

  /// As at power-on: GM's defaults.
  mutating func reset(isDrums: Bool) {
    controllers.update(repeating: 0, count: 128)
    controllers[7] = 100
    controllers[8] = 64
    controllers[10] = 64
    controllers[91] = 40
    // Sound variation, timbre, times, brightness: relative controls, so 64 changes nothing (MIDI RP-021).
    for number in 70...79 { controllers[number] = 64 }
    program = 0
    bendRange = 200
    fineTuning = 0
    coarseTuning = 0
    systemTuning = 0
    clearOverrides()
    self.isDrums = isDrums
    resetControllers()
  }

  /// What controller 121 resets: what RP-015 lists, and the generators that SoundFont's and the AWE 32's parameters have
  /// moved, as the AWE 32 does. Volume, pan, effect depths, sound controllers, bank and program stay, registered parameters
  /// and those of GS and XG keep their values.
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
    if !isMono { held.count = 0 }
    zone.forgetGestures()
  }
}

/// Which registered or non-registered parameter data entry is for, and its 14-bit value.
struct ParameterState {
  enum Kind { case none, registered, nonRegistered }
  var kind = Kind.none
  var msb: UInt8 = 127
  var lsb: UInt8 = 127
  var valueMSB: UInt8 = 0
  var valueLSB: UInt8 = 0
  /// Non-registered: whether the coarse byte has come since the selection.
  var hasMSB = false
  /// SoundFont's own: the hundreds that have been counted so far, and the generator selected, −1 for none.
  var hundreds: Int32 = 0
  var generator: Int32 = -1

  @inline(__always) var isNull: Bool { kind == .none || msb == 127 && lsb == 127 }
  @inline(__always) var value: Int { Int(valueMSB) &<< 7 | Int(valueLSB) }

  @inline(__always)
  mutating func set(msb: Int64, lsb: Int64) {
    valueMSB = UInt8(truncatingIfNeeded: msb)
    valueLSB = UInt8(truncatingIfNeeded: lsb)
  }

  @inline(__always)
  mutating func select(_ newKind: Kind, msb newMSB: UInt8? = nil, lsb newLSB: UInt8? = nil) {
    if kind != newKind { self = ParameterState(kind: newKind) }
    if let newMSB { msb = newMSB }
    if let newLSB { lsb = newLSB }
  }
}
