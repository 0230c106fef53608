import TactusDSP
import TactusMIDI

// What GS and XG messages say of a part, in the words of both.

extension ChannelState {
  /// Sets a controller of a part as a controller message would.
  mutating func control(_ part: Int, _ number: UInt8, _ value: UInt8) {
    handle(
      ChannelMessage(
        status: 0xB0 | UInt8(truncatingIfNeeded: part & 15), number, value, port: UInt8(truncatingIfNeeded: part &>> 4)
      ))
  }

  /// Makes a part hear another channel of its port, or none (above 15). Notes whose ends it will not hear are released.
  mutating func setReceiveChannel(of part: Int, to channel: UInt8) {
    let heard = min(16, channel)
    guard parts[part].channel != heard else { return }
    parts[part].channel = heard
    control(part, 123, 0)
    surveyRouting(part &>> 4)
  }

  mutating func setKeyRange(_ part: Int, low: UInt8? = nil, high: UInt8? = nil) {
    if let low { parts[part].lowKey = low }
    if let high { parts[part].highKey = high }
    surveyRouting(part &>> 4)
  }

  mutating func setVelocitySense(_ part: Int, depth: UInt8? = nil, offset: UInt8? = nil) {
    if let depth { parts[part].velocityDepth = depth }
    if let offset { parts[part].velocityOffset = offset }
    surveyRouting(part &>> 4)
  }

  /// Whether a part takes a kind of message, counted as in `PartSettings.receives`.
  mutating func setReceives(_ part: Int, kind: Int, _ value: UInt8) {
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: kind)
    parts[part].receives = value != 0 ? parts[part].receives | bit : parts[part].receives & ~bit
    surveyRouting(part &>> 4)
  }

  /// 64 is none; drums are not moved.
  mutating func setKeyShift(_ part: Int, _ value: UInt8) {
    parts[part].keyShift = Double(max(-24, min(24, Int(value) &- 64)))
    applyMasterTuning(to: part)
  }

  /// Hertz at the concert pitch of 440 Hz, as GS and XG detune a part.
  mutating func setDetune(_ part: Int, hertz: Double) {
    parts[part].detune = 1_200 * ExactMath.log2(1 + hertz / 440)
    applyMasterTuning(to: part)
  }

  /// Semitones of the bend range, 64 for none; downwards counts as none.
  mutating func setBendRange(_ part: Int, _ value: UInt8) {
    channels[part].bendRange = Double(max(0, min(24, Int(value) &- 64))) * 100
    markDirty(part)
  }

  /// Mono mode for 0, else poly.
  mutating func setPolyphony(_ part: Int, _ value: UInt8) {
    if value == 0 { control(part, 126, 1) } else { control(part, 127, 0) }
  }

  /// Chooses drums or melody; the program stays and is looked up anew.
  mutating func useForRhythm(_ part: Int, _ isDrums: Bool) {
    voices.fade(part)
    if ports[part &>> 4].system == .xg { channels[part].controllers[Channel.bankMSB] = isDrums ? 127 : 0 }
    if ports[part &>> 4].system == .gm2 { channels[part].controllers[Channel.bankMSB] = isDrums ? 120 : 121 }
    setDrums(part, isDrums)
    choosePreset(part)
  }

  /// Finds out whether all parts of a port hear just their own channel, so that messages need not be routed.
  mutating func surveyRouting(_ port: Int) {
    var isPlain = true
    for part in 0..<16 where !parts[port &* 16 &+ part].isPlain(part) { isPlain = false }
    ports[port].isPlain = isPlain
  }
}
