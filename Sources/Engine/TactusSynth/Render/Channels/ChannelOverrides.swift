/// The kinds of overrides that a channel may have, as bits, so that a plain channel costs a single test.
///
/// - Thread: any
enum ChannelOverrides {
  /// Sound controllers or non-registered parameters have changed generators.
  @inline(__always) static var changesGenerators: UInt8 { 1 }
  /// Non-registered parameters have changed drum keys.
  @inline(__always) static var hasDrumKeys: UInt8 { 2 }
  /// Keys may be tuned away from equal temperament.
  @inline(__always) static var isTuned: UInt8 { 4 }
  /// The modulation wheel's depth is not 50 cents.
  @inline(__always) static var changesModulationDepth: UInt8 { 8 }
  /// The channel is a member channel of an MPE zone.
  @inline(__always) static var isMember: UInt8 { 16 }
  /// The settings of the part's sound are not all 0; resets keep them.
  @inline(__always) static var changesSound: UInt8 { 32 }
  /// Notes of the channel may have expressions of their own.
  @inline(__always) static var hasNoteExpressions: UInt8 { 64 }
  /// The delay send (controller 94) is not 0.
  @inline(__always) static var feedsDelay: UInt8 { 128 }
}

/// The changes that parameters have made to a channel's generators, and the equalizer.
struct ChannelShape {
  /// The settings of the part's sound, which no message changes.
  let sound: UnsafeMutablePointer<PartSound>
  /// The offset of each generator, by generator number.
  var added: UnsafeMutablePointer<Double>
  /// The value that replaces each generator whose bit in `fixes` is set.
  var fixed: UnsafeMutablePointer<Double>
  var fixes: UInt64 = 0
  /// XG's equalizer of the part. A reset of the part makes it flat; controller 121 does not.
  var equalizer = PartEqualizer()

  @inline(__always)
  mutating func fix(_ generator: Int, at value: Double) {
    fixed[generator] = value
    fixes |= 1 &<< UInt64(generator)
  }

  /// Undoes all changes to generators: the bank's values apply again.
  mutating func clear() {
    added.update(repeating: 0, count: Gen.count)
    fixes = 0
  }
}

/// The settings of one key of a drum channel that non-registered parameters and drum setup messages can change.
struct DrumKey {
  /// The pitch offset in semitones.
  var coarse: Int8 = 0
  /// The pitch offset in cents.
  var fine: Int8 = 0
  /// The steps by which the cutoff changes, like those of sound controller 74.
  var cutoff: Int8 = 0
  /// The steps by which the resonance changes, like those of sound controller 71.
  var resonance: Int8 = 0
  /// The steps by which the attack time changes, like those of sound controller 73.
  var attack: Int8 = 0
  /// The steps by which the decay time changes, like those of sound controller 75.
  var decay: Int8 = 0
  /// The level: 127 is the kit's.
  var level: UInt8 = 127
  /// The pan: 1…127 from left to right, 0 for random; above 127 the bank's pan applies.
  var pan: UInt8 = 255
  /// The factor for the key's reverb send; 127 is 1.
  var reverb: UInt8 = 127
  /// The factor for the key's chorus send; 127 is 1.
  var chorus: UInt8 = 127
  /// The factor for the key's delay send; 127 is 1.
  var delay: UInt8 = 127
  /// The group whose notes end each other, 0 for none; above 127 the bank's exclusive class applies.
  var group: UInt8 = 255
  /// Whether the key does not receive note-ons.
  var isMuted = false
  /// Whether the key does not receive note-offs. Looped samples are released all the same; they would never end.
  var ignoresNoteOff = false
  /// XG's equalizer of the key.
  var equalizer = PartEqualizer()
}

extension Channel {
  /// Removes all overrides, as at power-on: poly mode, equal temperament.
  mutating func clearOverrides() {
    if overrides & ChannelOverrides.changesGenerators != 0 { shape.clear() }
    tuning.clear()
    overrides &= ChannelOverrides.isTuned | ChannelOverrides.changesSound
    modulationDepth = 50
    isFine = false
    dampers = Dampers()
    isMono = false
    held.count = 0
    portamento.lastKey = -1
    portamento.sourceKey = -1
    zone = ExpressionPart()
  }
}
