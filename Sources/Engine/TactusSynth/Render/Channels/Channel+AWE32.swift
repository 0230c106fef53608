import TactusDSP

// The non-registered parameters of the AWE 32 (MSB 127): each sets one generator and has its own unit.

extension Channel {
  /// Sets the generator that a parameter controls; the new value replaces the bank's value.
  ///
  /// The value is the 14-bit data entry value − 8192; parameters with 128 steps use its LSB alone. The data entry MSB
  /// is rarely sent.
  ///
  /// Source: the card's table of parameters (AWE32 FAQ, section H).
  mutating func setAWE(_ parameter: ParameterState) {
    let value = Double(parameter.value &- 8_192)
    let low = Double(parameter.valueLSB)
    switch parameter.lsb {
    case 0: fix(Gen.delayModLfo, milliseconds: 4 * max(0, min(5_900, value)))
    case 1: fix(Gen.freqModLfo, hertz: low * 0.084)
    case 2: fix(Gen.delayVibLfo, milliseconds: 4 * max(0, min(5_900, value)))
    case 3: fix(Gen.freqVibLfo, hertz: low * 0.084)
    case 4: fix(Gen.delayModEnv, milliseconds: 4 * max(0, min(5_900, value)))
    case 5: fix(Gen.attackModEnv, milliseconds: max(0, min(5_940, value)))
    case 6: fix(Gen.holdModEnv, milliseconds: max(0, min(8_191, value)))
    case 7: fix(Gen.decayModEnv, milliseconds: 4 * max(0, min(5_940, value)))
    case 8: fix(Gen.sustainModEnv, 1_000 * (1 - low * (1.0 / 127)))
    case 9: fix(Gen.releaseModEnv, milliseconds: 4 * max(0, min(5_940, value)))
    case 10: fix(Gen.delayVolEnv, milliseconds: 4 * max(0, min(5_900, value)))
    case 11: fix(Gen.attackVolEnv, milliseconds: max(0, min(5_940, value)))
    case 12: fix(Gen.holdVolEnv, milliseconds: max(0, min(8_191, value)))
    case 13: fix(Gen.decayVolEnv, milliseconds: 4 * max(0, min(5_940, value)))
    case 14: fix(Gen.sustainVolEnv, 7.5 * (127 - low))
    case 15: fix(Gen.releaseVolEnv, milliseconds: 4 * max(0, min(5_940, value)))
    default: setAWETone(parameter.lsb, value, low)
    }
    overrides |= ChannelOverrides.changesGenerators
  }

  private mutating func setAWETone(_ number: UInt8, _ value: Double, _ low: Double) {
    switch number {
    case 16: fix(Gen.fineTune, value)
    case 17: fix(Gen.modLfoToPitch, 9.375 * max(-127, min(127, value)))
    case 18: fix(Gen.vibLfoToPitch, 9.375 * max(-127, min(127, value)))
    case 19: fix(Gen.modEnvToPitch, 9.375 * max(-127, min(127, value)))
    case 20: fix(Gen.modLfoToVolume, 1.875 * low)
    // From 100 Hz to 7646 cents above it.
    case 21: fix(Gen.filterCutoff, 4_334.995_771_5 + low * (7_646.0 / 127))
    case 22: fix(Gen.filterQ, low * (200.0 / 127))
    case 23: fix(Gen.modLfoToFilter, 56.25 * max(-64, min(63, value)))
    case 24: fix(Gen.modEnvToFilter, 56.25 * max(-127, min(127, value)))
    case 25: fix(Gen.chorusSend, max(0, min(255, value)) * (1_000.0 / 255))
    case 26: fix(Gen.reverbSend, max(0, min(255, value)) * (1_000.0 / 255))
    default: break
    }
  }

  private mutating func fix(_ generator: Int, _ value: Double) { shape.fix(generator, at: value) }

  private mutating func fix(_ generator: Int, milliseconds: Double) {
    fix(generator, milliseconds > 0 ? 1_200 * ExactMath.log2(milliseconds * 0.001) : -32_768)
  }

  private mutating func fix(_ generator: Int, hertz: Double) {
    fix(generator, hertz > 0 ? 1_200 * ExactMath.log2(hertz * (1 / 8.17579891564370733)) : -16_000)
  }
}
