import TactusDSP

// Rare registered parameters, and non-registered parameters.

extension ChannelState {
  /// Applies RPN 3…6.
  mutating func applyRare(_ channel: Int, _ parameter: ParameterState) {
    let state = channels + channel
    switch parameter.lsb {
    case 3: state.pointee.tuning.program = parameter.valueMSB
    case 4: state.pointee.tuning.bank = parameter.valueMSB
    case 5:
      state.pointee.modulationDepth = Double(parameter.value) * (100.0 / 128)
      state.pointee.overrides |= ChannelOverrides.changesModulationDepth
    case 6: configureZone(channel, members: Int(parameter.valueMSB))
    default: break
    }
  }

  /// Applies a data entry byte to a non-registered parameter; data increment and decrement are ignored.
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
    case 20...31, 48...53:
      guard isCoarse, let drum = DrumParameter.nonRegistered(parameter.msb) else { break }
      changeDrumSetup(drum, part: channel, key: Int(parameter.lsb), value)
    // The MSB takes effect at once; an LSB after it refines the value.
    case 120: if parameter.hasMSB { state.pointee.offset(parameter) }
    case 127: state.pointee.setAWE(parameter)
    default: return
    }
    markDirty(channel)
  }

  /// Applies GS and XG part parameters, which correspond to sound controllers.
  private mutating func setPart(_ channel: Int, _ number: UInt8, _ value: UInt8) {
    switch number {
    case 0x08: setController(channel, 76, value)
    case 0x09: setController(channel, 77, value)
    case 0x0A: setController(channel, 78, value)
    case Channel.brightness:
      if channels[channel].zone.manager >= 0 { channels[channel].zone.timbre = value }
      setController(channel, 74, value)
      join(channel)
    case 0x21: setController(channel, 71, value)
    case 0x63: setController(channel, 73, value)
    case 0x64: setController(channel, 75, value)
    case 0x66: setController(channel, 72, value)
    default:
      guard let parameter = EqualizerParameter(offset: Int(number) &- 48) else { break }
      setEqualizer(channel, parameter, value)
    }
  }
}
