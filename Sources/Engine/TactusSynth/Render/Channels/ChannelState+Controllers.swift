import TactusDSP

// What some controllers do besides being read by modulators, and the pedals that are no switches.

extension ChannelState {
  /// Takes note of a controller that has just been set.
  @inline(__always)
  mutating func heed(_ channel: Int, _ number: Int, _ value: UInt8, wasDown: Bool) {
    let state = channels + channel
    switch number {
    // A high byte alone is the whole value; bank and data entry keep their low bytes' meaning.
    case 1...5, 7...31: state.pointee.controllers[number &+ 32] = 0
    case 33...37, 39...63: if value != 0 { state.pointee.isFine = true }
    case 68: if (value >= 64) != wasDown, !state.pointee.isMono { gatherHeldKeys(channel) }
    case 71...78: if value != 64 { state.pointee.traits |= ChannelTraits.isShaped }
    case 84: state.pointee.namedKey = Int32(value)
    default: break
    }
  }

  // MARK: The sustain pedal between its ends

  /// The sustain pedal has moved. From 64 it holds; below, the dampers come down on the strings, and from 32 to 63 they
  /// only touch them: a release takes 2^((value − 32)/8) times as long, up to 14.7 times. What is in its release when the
  /// dampers move on goes on from its level at the new speed.
  mutating func moveDampers(_ channel: Int, _ value: UInt8) {
    let state = channels + channel
    let isHalfway = value > 32 && value < 64
    let stretch = isHalfway ? ExactMath.exp2((Double(value) - 32) * (1.0 / 8)) : 1
    guard stretch != state.pointee.damperStretch else { return }
    state.pointee.damperStretch = stretch
    // A pedal that goes down again catches nothing that its dampers have already let fall.
    guard value < 64 else { return }
    voices.dampersChanged(channel)
  }
}
