/// The registered or non-registered parameter selected for data entry, and its 14-bit value.
///
/// Each kind keeps its number while the other is selected; see `ParameterAssembler`.
struct ParameterState {
  enum Kind { case none, registered, nonRegistered }
  var kind = Kind.none
  var msb: UInt8 = 127
  var lsb: UInt8 = 127
  /// The number of the kind that is not selected.
  var otherMSB: UInt8 = 127
  var otherLSB: UInt8 = 127
  var valueMSB: UInt8 = 0
  var valueLSB: UInt8 = 0
  /// For non-registered parameters: whether the data entry MSB has been received since the selection.
  var hasMSB = false
  /// For SoundFont parameters: the sum of the hundreds, thousands and ten thousands received so far.
  var hundreds: Int32 = 0
  /// For SoundFont parameters: the selected generator, −1 for none.
  var generator: Int32 = -1

  @inline(__always) var isNull: Bool { kind == .none || msb == 127 && lsb == 127 }
  @inline(__always) var value: Int { Int(valueMSB) &<< 7 | Int(valueLSB) }

  /// Whether the manager channel of an MPE zone passes the parameter on to its members: the tuning program and bank and the
  /// modulation depth, and the non-registered parameters of sounds (GS and XG, SoundFont, AWE 32). The manager's pitch
  /// bend and tuning are added to the pitch of each member's voices, and its brightness to that of each member, whenever
  /// they are computed. Drum parameters and zones concern only the channel that receives them.
  var reachesMembers: Bool {
    switch kind {
    case .none: false
    case .registered: msb == 0 && (3...5).contains(lsb)
    case .nonRegistered: msb == 1 && lsb != Channel.brightness || msb == 120 || msb == 127
    }
  }

  @inline(__always)
  mutating func set(msb: Int64, lsb: Int64) {
    valueMSB = UInt8(truncatingIfNeeded: msb)
    valueLSB = UInt8(truncatingIfNeeded: lsb)
  }

  @inline(__always)
  mutating func select(_ newKind: Kind, msb newMSB: UInt8? = nil, lsb newLSB: UInt8? = nil) {
    if kind != newKind {
      self = ParameterState(kind: newKind, msb: otherMSB, lsb: otherLSB, otherMSB: msb, otherLSB: lsb)
    }
    if let newMSB { msb = newMSB }
    if let newLSB { lsb = newLSB }
  }
}

extension ParameterState {
  /// Selects a non-registered parameter by the MSB or the LSB of its number, and resets its value to the center.
  ///
  /// SoundFont's parameters (MSB 120) reach generators above 99 with the LSBs 100, 101 and 102, which add a hundred, a
  /// thousand and ten thousand to the number that follows (§9.6.2).
  mutating func selectNonRegistered(msb: UInt8? = nil, lsb: UInt8? = nil) {
    select(.nonRegistered, msb: msb, lsb: lsb)
    valueMSB = 64
    valueLSB = 0
    hasMSB = false
    generator = -1
    guard let lsb else {
      hundreds = 0
      return
    }
    switch lsb {
    case 0..<100:
      generator = hundreds &+ Int32(lsb)
      hundreds = 0
    case 100: hundreds = min(30_000, hundreds &+ 100)
    case 101: hundreds = min(30_000, hundreds &+ 1_000)
    case 102: hundreds = min(30_000, hundreds &+ 10_000)
    default: hundreds = 0
    }
  }
}

/// The scale of SoundFont's non-registered parameters.
enum SoundFontParameter {
  /// Returns the size of one step in the generator's unit, or 0 for generators that a channel cannot change.
  ///
  /// Source: SoundFont 2.04 §9.6.3.
  static func scale(of generator: Int) -> Double {
    switch generator {
    case Gen.modLfoToPitch...Gen.filterCutoff, Gen.modLfoToFilter, Gen.modEnvToFilter: 2
    case Gen.delayModLfo, Gen.delayVibLfo: 2
    case Gen.freqModLfo, Gen.freqVibLfo: 4
    case Gen.delayModEnv...Gen.decayModEnv, Gen.releaseModEnv: 2
    case Gen.delayVolEnv...Gen.decayVolEnv, Gen.releaseVolEnv: 2
    case Gen.startOffset...Gen.startCoarseOffset, Gen.filterQ, Gen.endCoarseOffset, Gen.modLfoToVolume: 1
    case Gen.chorusSend...Gen.pan, Gen.sustainModEnv, Gen.sustainVolEnv: 1
    case Gen.keyToModHold, Gen.keyToModDecay, Gen.keyToVolHold, Gen.keyToVolDecay: 1
    case Gen.startLoopCoarseOffset, Gen.attenuation, Gen.endLoopCoarseOffset: 1
    case Gen.coarseTune, Gen.fineTune, Gen.scaleTuning: 1
    default: 0
    }
  }
}
