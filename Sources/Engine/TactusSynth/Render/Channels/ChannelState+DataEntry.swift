import TactusMIDI

// Data entry for registered parameters 0 to 2. The rare ones (3 to 6) and non-registered parameters are applied in
// `ChannelState+Parameters.swift`.

extension ChannelState {
  /// Applies a byte of data entry. The MSB takes effect at once and clears the LSB, because an LSB does not always
  /// follow.
  mutating func enterData(_ channel: Int, _ number: Int, _ value: UInt8) {
    let state = channels + channel
    guard !state.pointee.parameter.isNull else { return }
    guard state.pointee.parameter.kind == .registered else {
      return enterNonRegistered(channel, number, value)
    }
    switch number {
    case Channel.dataMSB:
      state.pointee.parameter.valueMSB = value
      state.pointee.parameter.valueLSB = 0
    case Channel.dataLSB: state.pointee.parameter.valueLSB = value
    default: step(channel, up: number == 96)
    }
    apply(channel)
    markDirty(channel)
  }

  /// Applies data increment or decrement to a registered parameter.
  private mutating func step(_ channel: Int, up: Bool) {
    let state = channels + channel
    let parameter = state.pointee.parameter
    let value = ParameterAssembler.stepped(
      UInt16(parameter.msb) &<< 7 | UInt16(parameter.lsb), isRegistered: true,
      from: UInt16(truncatingIfNeeded: parameter.value), up: up)
    state.pointee.parameter.set(msb: Int64(value &>> 7), lsb: Int64(value & 127))
  }

  private mutating func apply(_ channel: Int) {
    let state = channels + channel
    let parameter = state.pointee.parameter
    guard parameter.msb == 0 else { return }
    switch parameter.lsb {
    case 0: state.pointee.bendRange = Double(parameter.valueMSB) * 100 + Double(min(99, parameter.valueLSB))
    case 1: state.pointee.fineTuning = Double(parameter.value &- 8192) * (100.0 / 8192)
    case 2: state.pointee.coarseTuning = (Double(parameter.valueMSB) - 64) * 100
    default: applyRare(channel, parameter)
    }
  }
}
