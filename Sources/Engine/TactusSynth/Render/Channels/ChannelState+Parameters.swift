import TactusDSP

// The registered parameters that few songs use, and the non-registered ones.

extension ChannelState {
  /// RPN 3…6.
  mutating func applyRare(_ channel: Int, _ parameter: ParameterState) {
    let state = channels + channel
    switch parameter.lsb {
    case 3: state.pointee.tuning.program = parameter.valueMSB
    case 4: state.pointee.tuning.bank = parameter.valueMSB
    case 5:
      state.pointee.modulationDepth = Double(parameter.value) * (100.0 / 128)
      state.pointee.traits |= ChannelTraits.isDeepened
    case 6: configureZone(channel, members: Int(parameter.valueMSB))
    default: break
    }
  }

  /// A byte of data for a non-registered parameter; increments are for registered ones.
  mutating func enterNonRegistered(_ channel: Int, _ number: Int, _ value: UInt8) {
    let state = channels + channel
    let isCoarse = number == Channel.dataMSB
    switch number {
    case Channel.dataMSB:
      state.pointee.parameter.valueMSB = value
      state.pointee.parameter.hasMSB = true
    case Channel.dataLSB: state.pointee.parameter.valueLSB = value
    default: return
    }
    let parameter = state.pointee.parameter
    switch parameter.msb {
    case 1: if isCoarse { setPart(channel, parameter.lsb, value) }
    case 20...31: if isCoarse { setDrumKey(channel, parameter, value) }
    // The coarse byte applies; a fine one that follows it refines.
    case 120: if parameter.hasMSB { state.pointee.offset(parameter) }
    case 127: state.pointee.setAWE(parameter)
    default: return
    }
    touch(channel)
  }

  /// GS and XG part parameters: the sound controllers by other numbers.
  private mutating func setPart(_ channel: Int, _ number: UInt8, _ value: UInt8) {
    switch number {
    case 0x08: setController(channel, 76, value)
    case 0x09: setController(channel, 77, value)
    case 0x0A: setController(channel, 78, value)
    case 0x20: setController(channel, 74, value)
    case 0x21: setController(channel, 71, value)
    case 0x63: setController(channel, 73, value)
    case 0x64: setController(channel, 75, value)
    case 0x66: setController(channel, 72, value)
    default: break
    }
  }

  /// GS and XG drum parameters; the parameter's low byte is the key.
  private mutating func setDrumKey(_ channel: Int, _ parameter: ParameterState, _ value: UInt8) {
    let drum = channels[channel].drumKeys + Int(parameter.lsb)
    let steps = Int8(truncatingIfNeeded: Int(value) &- 64)
    switch parameter.msb {
    case 20: drum.pointee.cutoff = steps
    case 21: drum.pointee.resonance = steps
    case 22: drum.pointee.attack = steps
    case 23: drum.pointee.decay = steps
    case 24: drum.pointee.coarse = steps
    case 25: drum.pointee.fine = steps
    case 26: drum.pointee.level = value
    case 28: drum.pointee.pan = value
    case 29: drum.pointee.reverb = value
    case 30: drum.pointee.chorus = value
    default: return
    }
    channels[channel].traits |= ChannelTraits.hasDrumKeys
  }
}

extension Channel {
  /// What data entry for RPN 3…6 goes on from.
  mutating func recallRareParameter() {
    switch parameter.lsb {
    case 3: parameter.set(msb: Int64(tuning.program), lsb: 0)
    case 4: parameter.set(msb: Int64(tuning.bank), lsb: 0)
    case 5:
      let value = ExactMath.integer(modulationDepth * (128.0 / 100) + 0.5)
      parameter.set(msb: value &>> 7, lsb: value & 127)
    case 6: parameter.set(msb: Int64(zone.memberCount), lsb: 0)
    default: parameter.set(msb: 0, lsb: 0)
    }
  }

  /// SoundFont's own parameters: (value − 8192) times the generator's scale is added to what the bank says.
  ///
  /// Source: SoundFont 2.04 §9.6.2, 9.6.3.
  mutating func offset(_ parameter: ParameterState) {
    let generator = Int(parameter.generator)
    let scale = SoundFontParameter.scale(of: generator)
    guard scale > 0 else { return }
    shape.added[generator] = Double(parameter.value &- 8_192) * scale
    traits |= ChannelTraits.isShaped
  }
}

extension ParameterState {
  /// Selects a non-registered parameter by one of its bytes; values begin anew, from the middle.
  ///
  /// SoundFont's own (high byte 120) count generators above 99 with the low bytes 100, 101 and 102, which add a hundred, a
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

/// How SoundFont's own non-registered parameters count.
enum SoundFontParameter {
  /// What one step is worth in the generator's unit; 0 for generators that a channel cannot move.
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
