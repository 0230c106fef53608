/// What a channel may have that most have not: bits, so that a plain channel pays one test.
///
/// - Thread: any
enum ChannelOverrides {
  /// Sound controllers or non-registered parameters have moved generators.
  @inline(__always) static var changesGenerators: UInt8 { 1 }
  /// Non-registered parameters have changed drum keys.
  @inline(__always) static var hasDrumKeys: UInt8 { 2 }
  /// Keys may be tuned away from equal temperament.
  @inline(__always) static var isTuned: UInt8 { 4 }
  /// The modulation wheel's depth is not 50 cents.
  @inline(__always) static var changesModulationDepth: UInt8 { 8 }
  /// It belongs to a zone of MIDI polyphonic expression.
  @inline(__always) static var isMember: UInt8 { 16 }
}

/// What parameters have done to a channel's generators.
struct ChannelShape {
  /// What is added to each generator, by generator number.
  var added: UnsafeMutablePointer<Double>
  /// What takes the place of a zone's generator, where the bit of `fixes` says so.
  var fixed: UnsafeMutablePointer<Double>
  var fixes: UInt64 = 0

  @inline(__always)
  mutating func fix(_ generator: Int, at value: Double) {
    fixed[generator] = value
    fixes |= 1 &<< UInt64(generator)
  }

  /// Back to what the bank says.
  mutating func clear() {
    added.update(repeating: 0, count: Gen.count)
    fixes = 0
  }
}

/// What non-registered parameters have changed about one key of a drum channel.
struct DrumKey {
  /// Semitones, cents, and steps as of the sound controllers 74, 71, 73 and 75.
  var coarse: Int8 = 0
  var fine: Int8 = 0
  var cutoff: Int8 = 0
  var resonance: Int8 = 0
  var attack: Int8 = 0
  var decay: Int8 = 0
  var level: UInt8 = 127
  /// 1…127 from left to right, 0 anywhere; more than 127: as the bank says.
  var pan: UInt8 = 255
  /// How much of its send goes to the effects, 127 for all.
  var reverb: UInt8 = 127
  var chorus: UInt8 = 127
}

extension Channel {
  /// As at power-on: no overrides, poly mode, equal temperament.
  mutating func clearOverrides() {
    if overrides & ChannelOverrides.changesGenerators != 0 { shape.clear() }
    if overrides & ChannelOverrides.hasDrumKeys != 0 { drumKeys.update(repeating: DrumKey(), count: 128) }
    tuning.clear()
    overrides &= ChannelOverrides.isTuned
    modulationDepth = 50
    isFine = false
    damperStretch = 1
    isMono = false
    held.count = 0
    portamento.lastKey = -1
    portamento.sourceKey = -1
    zone = ExpressionPart()
  }
}
