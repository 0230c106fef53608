import TactusMIDI

extension ChannelMessage {
  /// Whether this message sets a part's send to reverb, chorus or delay.
  @inline(__always)
  var isEffectSend: Bool {
    let isController = status & 0xF0 == 0xB0 && (word0 &>> 28 == 2 || word0 &>> 28 == 4)
    return isController && (data1 == 91 || data1 == 93 || data1 == 94)
  }
}

// Messages for the insertion effect and the equalizer of GS (40 02, 40 03, 40 4x 20 and 22), and for the insertion
// effects of XG (03 0n, and the variation effect in insertion mode). A part's assignment applies to its next notes.

extension ChannelState {
  /// Sets a parameter of GS's insertion effect, and returns the number of bytes used, or 0 for an unknown address.
  ///
  /// Source: Roland SC-88Pro and SC-8850 owner's manuals, MIDI implementation.
  mutating func setGSInsertion(_ low: Int, _ data: ExclusiveData, port: Int) -> Int {
    guard ports[port].system != .xg else { return 0 }
    var control = master.insertions[0]
    let value = data[0]
    switch low {
    case 0x00:
      guard data.count >= 2 else { return 0 }
      let isFollowed = control.gs.choose(value, data[1])
      master.insertions[0] = control
      return isFollowed ? 2 : 0
    case 0x03...0x16: guard control.gs.set(low &- 0x03, value) else { return 0 }
    case 0x17: control.reverbSend = InsertionControl.send(value)
    case 0x18: control.chorusSend = InsertionControl.send(value)
    case 0x19: control.delaySend = Float(value) * (1.0 / 127)
    case 0x1F: control.feedsEqualizer = value > 0
    default: return 0
    }
    master.insertions[0] = control
    return 1
  }

  /// Assigns a part to GS's insertion effect or equalizer, or takes it away.
  mutating func assignGS(_ part: Int, _ low: Int, _ value: UInt8) -> Bool {
    let isGS = ports[part &>> 4].system != .xg
    guard value <= 1, isGS, hasInsertions, low == 0x20 || low == 0x22 else { return false }
    if low == 0x20 { parts[part].hasEqualizer = value == 1 } else { parts[part].isInserted = value == 1 }
    routeGS(part)
    var (count, only) = (0, -1)
    for other in 0..<SynthLimits.channels where channels[other].route.insertion == 1 {
      (count, only) = (count &+ 1, other)
    }
    master.insertions[0].part = count == 1 ? Int16(truncatingIfNeeded: only) : -1
    if count > 0 { use(0) }
    return true
  }

  /// Sets a parameter of GS's equalizer. From the first one that is not flat on, all parts use it that do not turn it
  /// off.
  mutating func setGSEqualizer(_ low: Int, _ value: UInt8, port: Int) -> Bool {
    guard ports[port].system != .xg else { return false }
    let effect = InsertionControls.equalizer
    var control = master.insertions[effect]
    guard hasInsertions, control.equalizer.set(low, value) else { return false }
    master.insertions[effect] = control
    guard !control.equalizer.isFlat, !control.isUsed else { return true }
    use(effect)
    for part in 0..<SynthLimits.channels where ports[part &>> 4].system != .xg { routeGS(part) }
    return true
  }

  /// Routes a part's next notes to GS's insertion effect or to its equalizer.
  private mutating func routeGS(_ part: Int) {
    let equalizer = InsertionControls.equalizer
    let isEqualized = parts[part].hasEqualizer && master.insertions[equalizer].isUsed
    channels[part].route.insertion =
      parts[part].isInserted ? 1 : isEqualized ? UInt8(truncatingIfNeeded: equalizer &+ 1) : 0
  }

  /// Sets a parameter of one of XG's insertion effects, and returns the number of bytes used, or 0.
  ///
  /// Source: Yamaha MU100 and XG specification 2.0, MIDI data format, 03 0n.
  mutating func setXGInsertion(_ effect: Int, _ low: Int, _ data: ExclusiveData, port: Int) -> Int {
    guard effect < InsertionControls.variation, ports[port].system == .xg else { return 0 }
    let value = data[0]
    var control = master.insertions[effect]
    switch low {
    case 0x00:
      guard data.count >= 2 else { return 0 }
      let isFollowed = control.xg.choose(value, data[1])
      master.insertions[effect] = control
      return isFollowed ? 2 : 0
    case 0x02...0x0B: control.xg.set(low &- 0x02, UInt16(value))
    case 0x0C:
      control.part = Self.part(value, port: port)
      control.xg = control.xg  // if no type has been selected, XG's default
      master.insertions[effect] = control
      routeXG()
      return 1
    case 0x20...0x25: control.xg.set(low &- 0x16, UInt16(value))
    case 0x30...0x43:
      guard data.count >= 2, low & 1 == 0 else { return 0 }
      control.xg.set((low &- 0x30) / 2, UInt16(value) &<< 7 | UInt16(data[1]))
      master.insertions[effect] = control
      return control.xg.isFollowed ? 2 : 0
    default: return 0
    }
    master.insertions[effect] = control
    return control.xg.isFollowed ? 1 : 0
  }

  /// Passes the variation effect on to its insertion effect, after a message has changed it.
  mutating func followVariation(_ variation: XGVariation, port: Int) {
    var control = master.insertions[InsertionControls.variation]
    control.xg = variation.effect
    // A delay as a system effect is not an insertion effect; see `DelayParameters`.
    control.isSystem = variation.isSystem && variation.effect.isFollowed && !variation.isDelay
    control.gain = control.isSystem ? variation.returnGain : 1
    control.part = variation.isSystem ? -1 : Self.part(variation.part, port: port)
    control.reverbSend = control.isSystem ? Float(variation.reverbSend) / 64 : 0
    control.chorusSend = control.isSystem ? Float(variation.chorusSend) / 64 : 0
    control.delaySend = 0
    master.insertions[InsertionControls.variation] = control
    if control.isSystem, hasInsertions { use(InsertionControls.variation) }
    routeXG()
  }

  /// Returns the part with an XG number as seen from a port; −1 for numbers of 32 and above, which are none.
  private static func part(_ number: UInt8, port: Int) -> Int16 {
    number < 32 ? Int16(truncatingIfNeeded: (number < 16 ? port : port ^ 1) &* 16 &+ Int(number & 15)) : -1
  }

  /// Routes the next notes of XG's parts to their insertion effects. Several effects of one part are in a row, and the
  /// last has the part's sends.
  private mutating func routeXG() {
    for part in 0..<SynthLimits.channels where ports[part &>> 4].system == .xg { channels[part].route.insertion = 0 }
    guard hasInsertions else { return }
    for effect in 0...InsertionControls.variation {
      let part = Int(master.insertions[effect].part)
      master.insertions[effect].next = -1
      guard part >= 0, ports[part &>> 4].system == .xg else { continue }
      use(effect)
      if channels[part].route.insertion == 0 { channels[part].route.insertion = UInt8(truncatingIfNeeded: effect &+ 1) }
      for later in effect &+ 1..<InsertionControls.variation &+ 1
      where master.insertions[effect].next < 0 && Int(master.insertions[later].part) == part {
        master.insertions[effect].next = Int8(truncatingIfNeeded: later)
      }
      followInsertedSends(part)
    }
  }

  /// Lets the output of a part's last XG insertion effect have the sends of the part.
  mutating func followInsertedSends(_ part: Int) {
    guard channels[part].route.insertion > 0, ports[part &>> 4].system == .xg else { return }
    for effect in 0...InsertionControls.variation where Int(master.insertions[effect].part) == part {
      let isLast = master.insertions[effect].next < 0
      let hasDelay = isLast && hasDelay && delay.isOn
      master.insertions[effect].reverbSend = isLast ? InsertionControl.send(channels[part].controllers[91]) : 0
      master.insertions[effect].chorusSend = isLast ? InsertionControl.send(channels[part].controllers[93]) : 0
      master.insertions[effect].delaySend = hasDelay ? Float(channels[part].controllers[94]) * (1.0 / 127) : 0
    }
  }

  /// Starts rendering an effect.
  private mutating func use(_ effect: Int) {
    guard !master.insertions[effect].isUsed else { return }
    master.insertions[effect].isUsed = true
    master.insertions[effect].isNew = true
  }

  /// Takes all parts away from the insertion effects.
  mutating func clearInsertions() {
    for part in 0..<SynthLimits.channels {
      channels[part].route.insertion = 0
      parts[part].isInserted = false
    }
  }
}
