import TactusDSP

// The current parameter values from which data entry continues, and SoundFont's own parameters.

extension Channel {
  /// Loads the current value of the selected parameter, so that a single data entry byte, increment or decrement starts
  /// from it.
  mutating func recallParameter() {
    guard parameter.kind == .registered, parameter.msb == 0 else { return }
    switch parameter.lsb {
    case 0:
      let cents = ExactMath.integer(max(0, bendRange))
      parameter.set(msb: cents / 100, lsb: cents % 100)
    case 1:
      let value = ExactMath.integer(8_192.5 + fineTuning * 81.92)
      parameter.set(msb: value &>> 7, lsb: value & 127)
    case 2: parameter.set(msb: ExactMath.integer(64.5 + coarseTuning * 0.01), lsb: 0)
    default: recallRareParameter()
    }
  }

  /// Loads the current value of RPN 3…6.
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

  /// Applies a SoundFont parameter: adds (value − 8192) times the generator's scale to the bank's value.
  ///
  /// Source: SoundFont 2.04 §9.6.2, 9.6.3.
  mutating func offset(_ parameter: ParameterState) {
    let generator = Int(parameter.generator)
    let scale = SoundFontParameter.scale(of: generator)
    guard scale > 0 else { return }
    shape.added[generator] = Double(parameter.value &- 8_192) * scale
    overrides |= ChannelOverrides.changesGenerators
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
