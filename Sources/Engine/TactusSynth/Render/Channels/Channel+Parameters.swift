import TactusDSP

// The current parameter values from which data entry continues, and the effect of SoundFont's own parameters.

extension Channel {
  /// Loads the current value of the selected registered parameter, so that a single data entry LSB, increment or
  /// decrement starts from it. System-exclusive messages may have changed it since the parameter was selected.
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
