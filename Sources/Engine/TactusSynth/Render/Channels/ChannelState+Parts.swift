import TactusDSP
import TactusMIDI

// Part settings common to GS and XG messages.

extension ChannelState {
  /// Sets a controller of a part as a controller message would.
  mutating func control(_ part: Int, _ number: UInt8, _ value: UInt8) {
    let message = ChannelMessage(
      status: 0xB0 | UInt8(truncatingIfNeeded: part & 15), number, value, port: UInt8(truncatingIfNeeded: part &>> 4))
    if channels[part].zone.isPart, handleInZone(part, message) { return }
    setController(part, Int(message.data1), message.data2)
  }

  /// Sets the channel that a part receives, or none (above 15). The part's pedals and notes are released, because their
  /// releases would no longer arrive.
  mutating func setReceiveChannel(of part: Int, to channel: UInt8) {
    let heard = min(16, channel)
    guard parts[part].channel != heard else { return }
    parts[part].channel = heard
    // for this part alone, even if it belongs to a zone
    for pedal in 64..<70 where PartSettings.holdsNotes(pedal: pedal) && channels[part].controllers[pedal] > 0 {
      setController(part, pedal, 0)
    }
    setController(part, 123, 0)
    updateRouting(part &>> 4)
  }

  mutating func setKeyRange(_ part: Int, low: UInt8? = nil, high: UInt8? = nil) {
    if let low { parts[part].lowKey = low }
    if let high { parts[part].highKey = high }
    updateRouting(part &>> 4)
  }

  mutating func setVelocitySense(_ part: Int, depth: UInt8? = nil, offset: UInt8? = nil) {
    if let depth { parts[part].velocityDepth = depth }
    if let offset { parts[part].velocityOffset = offset }
    updateRouting(part &>> 4)
  }

  /// Sets whether a part receives a kind of message; kinds are numbered as in `PartSettings.receives`. If the part stops
  /// receiving a pedal, the pedal is released, because its own release would no longer arrive.
  mutating func setReceives(_ part: Int, kind: Int, _ value: UInt8) {
    for pedal in 64..<70 where value == 0 && PartSettings.holdsNotes(pedal: pedal) {
      let number = UInt8(truncatingIfNeeded: pedal)
      guard kind == 3 || Int(PartSettings.kind(ofController: number)) == kind else { continue }
      if channels[part].controllers[pedal] > 0 { control(part, number, 0) }
    }
    let bit: UInt32 = 1 &<< UInt32(truncatingIfNeeded: kind)
    parts[part].receives = value != 0 ? parts[part].receives | bit : parts[part].receives & ~bit
    updateRouting(part &>> 4)
  }

  /// Sets the key shift in semitones; the value 64 means 0. Drums are not shifted.
  mutating func setKeyShift(_ part: Int, _ value: UInt8) {
    parts[part].keyShift = Double(max(-24, min(24, Int(value) &- 64)))
    applyMasterTuning(to: part)
  }

  /// Detunes a part by an offset in hertz at 440 Hz, as in GS and XG.
  mutating func setDetune(_ part: Int, hertz: Double) {
    parts[part].detune = 1_200 * ExactMath.log2(1 + hertz / 440)
    applyMasterTuning(to: part)
  }

  /// Sets the pitch bend range in semitones, from `lowest` to 24; the value 64 means 0. A negative range reverses the bend.
  mutating func setBendRange(_ part: Int, _ value: UInt8, lowest: Int) {
    channels[part].bendRange = Double(max(lowest, min(24, Int(value) &- 64))) * 100
    markDirty(part)
  }

  /// Sets a parameter of a part's equalizer, and returns whether it is followed.
  @discardableResult
  mutating func setEqualizer(_ part: Int, _ parameter: EqualizerParameter, _ value: UInt8) -> Bool {
    guard hasInsertions else { return false }
    channels[part].shape.equalizer.set(parameter, value)
    markDirty(part)
    return true
  }

  /// Sets mono mode for 0, poly mode for other values.
  mutating func setPolyphony(_ part: Int, _ value: UInt8) {
    if value == 0 { control(part, 126, 1) } else { control(part, 127, 0) }
  }

  /// Makes a part a drum part with a drum map (in XG, with a part mode), or a melodic part if `map` is 0. The program
  /// number stays, and the preset with this number is selected again.
  mutating func useForRhythm(_ part: Int, map: UInt8) {
    let isDrums = map != 0
    voices.fade(part)
    if parts[part].drumMap != map {
      parts[part].drumMap = map
      takeDrumSetup(part)
    }
    if ports[part &>> 4].system == .xg { channels[part].controllers[Channel.bankMSB] = isDrums ? 127 : 0 }
    if ports[part &>> 4].system == .gm2 { channels[part].controllers[Channel.bankMSB] = isDrums ? 120 : 121 }
    setDrums(part, isDrums)
    choosePreset(part)
  }

  /// Determines whether all parts of a port receive exactly their own channel, so that messages need no routing.
  mutating func updateRouting(_ port: Int) {
    var isPlain = true
    for part in 0..<16 where !parts[port &* 16 &+ part].isPlain(part) { isPlain = false }
    ports[port].isPlain = isPlain
  }
}
