import TactusDSP
import TactusMIDI

// Messages: what channels do with them.

extension ChannelState {
  /// Applies one message at the current frame; one of MIDI 2.0 as the MIDI 1.0 messages that stand for it.
  mutating func handle(_ message: ChannelMessage) {
    if message.isStemChoice { return chooseStem(message) }
    guard message.isMIDI2 else { return handleMIDI1(message) }
    let messages = message.translatedToMIDI1()
    var index = 0
    while index < messages.endIndex {
      handleMIDI1(messages.message(index))
      index &+= 1
    }
  }

  private mutating func handleMIDI1(_ message: ChannelMessage) {
    let channel = Int(message.port) &* 16 &+ Int(message.channel)
    if channels[channel].zone.isPart, handleInZone(channel, message) { return }
    switch message.status & 0xF0 {
    case 0x80: noteOff(channel, key: message.data1)
    case 0x90:
      if message.data2 > 0 {
        noteOn(channel, key: message.data1, velocity: message.data2)
      } else {
        noteOff(channel, key: message.data1)
      }
    case 0xA0:
      channels[channel].keyPressures[Int(message.data1)] = message.data2
      touch(channel)
    case 0xB0: setController(channel, Int(message.data1), message.data2)
    case 0xC0:
      channels[channel].program = message.data1
      choosePreset(channel)
    case 0xD0:
      channels[channel].pressure = message.data1
      touch(channel)
    case 0xE0:
      channels[channel].wheel = Int32(truncatingIfNeeded: message.wheel)
      touch(channel)
    default: break
    }
  }

  // MARK: Notes

  /// Starts every region of the channel's preset that this key and velocity reach.
  private mutating func noteOn(_ channel: Int, key: UInt8, velocity: UInt8) {
    if !channels[channel].playsPlainly, takesOver(channel, key, velocity) { return }
    channels[channel].lastKey = Int32(key)
    startNote(channel, key: key, velocity: velocity)
    channels[channel].glideKey = -1
  }

  mutating func startNote(_ channel: Int, key: UInt8, velocity: UInt8) {
    voices.startNote(channel, preset: channels[channel].preset, key: key, velocity: velocity)
  }

  /// The key went up: what it held is released, or kept by a pedal.
  private mutating func noteOff(_ channel: Int, key: UInt8) {
    if channels[channel].isMonophonic, givesBack(channel, key) { return }
    voices.releaseKey(channel, key: key)
  }

  // MARK: Controllers

  /// Something that modulators read has moved: the channel's voices follow, the releasing ones too.
  mutating func touch(_ channel: Int) {
    // A released note of MPE belongs to its zone, no longer to its channel.
    voices.channelChanged(channel, reachesReleased: channels[channel].zone.manager < 0)
  }

  mutating func setController(_ channel: Int, _ number: Int, _ value: UInt8) {
    let state = channels + channel
    switch number {
    case 120:
      voices.fade(channel)
      channels[channel].held.count = 0
    case 121: resetControllers(channel)
    case 123...127:
      releaseAll(channel)
      if number >= 126 { channels[channel].isMono = number == 126 }
    default:
      let wasDown = state.pointee.controllers[number] >= 64
      state.pointee.controllers[number] = value
      heed(channel, number, value, wasDown: wasDown)
      switch number {
      case Channel.dataMSB, Channel.dataLSB, 96, 97: enterData(channel, number, value)
      case 98: state.pointee.parameter.selectNonRegistered(lsb: value)
      case 99: state.pointee.parameter.selectNonRegistered(msb: value)
      case 100:
        state.pointee.parameter.select(.registered, lsb: value)
        state.pointee.recallParameter()
      case 101:
        state.pointee.parameter.select(.registered, msb: value)
        state.pointee.recallParameter()
      case Channel.sustainPedal:
        moveDampers(channel, value)
        if value < 64 { voices.releaseSustained(channel) }
      case Channel.sostenutoPedal:
        if value >= 64, !wasDown { voices.catchHeldKeys(channel) }
        if value < 64 { voices.releaseCaughtKeys(channel) }
      case Channel.bankMSB, Channel.bankLSB, Channel.softPedal: break
      default: touch(channel)
      }
    }
  }

  private mutating func resetControllers(_ channel: Int) {
    channels[channel].resetControllers()
    moveDampers(channel, 0)
    voices.releaseSustained(channel)
    voices.releaseCaughtKeys(channel)
    touch(channel)
  }

  /// All notes off: as if every key went up; the pedal still holds.
  private mutating func releaseAll(_ channel: Int) {
    channels[channel].held.count = 0
    voices.releaseKeys(channel)
  }

  // MARK: Registered parameters

  /// Data entry: the coarse byte counts at once and clears the fine one; nobody waits for a byte that may not come.
  private mutating func enterData(_ channel: Int, _ number: Int, _ value: UInt8) {
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
    touch(channel)
  }

  /// Data increment and decrement: RPN 0 in cents, the others in their own unit.
  private mutating func step(_ channel: Int, up: Bool) {
    let state = channels + channel
    let amount = up ? 1 : -1
    switch state.pointee.parameter.lsb {
    case 0:
      let cents = min(12_799, max(0, Int(truncatingIfNeeded: ExactMath.integer(state.pointee.bendRange)) &+ amount))
      state.pointee.parameter.valueMSB = UInt8(truncatingIfNeeded: cents / 100)
      state.pointee.parameter.valueLSB = UInt8(truncatingIfNeeded: cents % 100)
    case 2, 3, 4, 6:
      let semitones = min(127, max(0, Int(state.pointee.parameter.valueMSB) &+ amount))
      state.pointee.parameter.valueMSB = UInt8(truncatingIfNeeded: semitones)
    default:
      let fine = min(16_383, max(0, state.pointee.parameter.value &+ amount))
      state.pointee.parameter.valueMSB = UInt8(truncatingIfNeeded: fine &>> 7)
      state.pointee.parameter.valueLSB = UInt8(truncatingIfNeeded: fine & 127)
    }
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
