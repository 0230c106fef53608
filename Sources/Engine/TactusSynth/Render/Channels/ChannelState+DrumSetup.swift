import TactusDSP

// Drum setup by system-exclusive messages: GS `41 mp kk`, XG `3n kk pp`, and GM2's key-based controllers.

/// A parameter of a drum key that system-exclusive messages set.
enum DrumParameter {
  /// The pitch in semitones; `center` is no change.
  case coarse(center: UInt8)
  case fine, level, group, pan, reverb, chorus, delay, noteOn, noteOff, cutoff, resonance, attack, decay
  case equalizer(EqualizerParameter)

  /// Returns the parameter of GS with a number, the low four bits of the address's middle byte; nil for unknown numbers.
  ///
  /// Source: Roland SC-88 owner's manual, MIDI implementation; key 60 plays a drum at its own pitch.
  static func gs(_ number: UInt8) -> DrumParameter? {
    switch number {
    case 0x1: .coarse(center: 60)
    case 0x2: .level
    case 0x3: .group
    case 0x4: .pan
    case 0x5: .reverb
    case 0x6: .chorus
    case 0x7: .noteOff
    case 0x8: .noteOn
    case 0x9: .delay
    default: nil
    }
  }

  /// Returns the parameter of XG with a number, the address's last byte; nil for unknown numbers, for key assign (8) and
  /// for the second decay rate (0F).
  ///
  /// Source: Yamaha XG specification 1.3, drum setup parameters; the equalizer: MU100 owner's manual.
  static func xg(_ low: Int) -> DrumParameter? {
    switch low {
    case 0x00: .coarse(center: 64)
    case 0x01: .fine
    case 0x02: .level
    case 0x03: .group
    case 0x04: .pan
    case 0x05: .reverb
    case 0x06: .chorus
    case 0x07: .delay
    case 0x09: .noteOff
    case 0x0A: .noteOn
    case 0x0B: .cutoff
    case 0x0C: .resonance
    case 0x0D: .attack
    case 0x0E: .decay
    default: EqualizerParameter(offset: low &- 0x20).map { .equalizer($0) }
    }
  }

  /// The lowest and the highest number of a parameter's NRPN.
  static var nonRegisteredNumbers: ClosedRange<UInt8> { 20...53 }

  /// Returns the parameter of NRPN `number` rr, where rr is the key; nil for other numbers.
  static func nonRegistered(_ number: UInt8) -> DrumParameter? {
    switch number {
    case 20: .cutoff
    case 21: .resonance
    case 22: .attack
    case 23: .decay
    case 24: .coarse(center: 64)
    case 25: .fine
    case 26: .level
    case 28: .pan
    case 29: .reverb
    case 30: .chorus
    case 31: .delay
    default: EqualizerParameter(offset: Int(number) &- 48).map { .equalizer($0) }
    }
  }
}

extension DrumKey {
  /// Sets a parameter to the value of a message.
  mutating func change(_ parameter: DrumParameter, to value: UInt8) {
    let steps = Int8(truncatingIfNeeded: Int(value) &- 64)
    switch parameter {
    case .coarse(let center): coarse = Int8(truncatingIfNeeded: Int(value) &- Int(center))
    case .fine: fine = steps
    case .level: level = value
    case .group: group = value
    case .pan: pan = value
    case .reverb: reverb = value
    case .chorus: chorus = value
    case .delay: delay = value
    case .noteOn: isMuted = value == 0
    case .noteOff: ignoresNoteOff = value == 0
    case .cutoff: cutoff = steps
    case .resonance: resonance = steps
    case .attack: attack = steps
    case .decay: decay = steps
    case .equalizer(let parameter): equalizer.set(parameter, value)
    }
  }

  /// Returns the value of a message that would set a parameter to its present state; above 127 if no message can.
  ///
  /// Law: after `change(parameter, to: value)`, it is `value`, within the parameter's limits.
  func value(of parameter: DrumParameter) -> UInt8 {
    switch parameter {
    case .coarse(let center): UInt8(clamping: Int(coarse) &+ Int(center))
    case .fine: Self.value(ofSteps: fine)
    case .level: level
    case .group: group
    case .pan: pan
    case .reverb: reverb
    case .chorus: chorus
    case .delay: delay
    case .noteOn: isMuted ? 0 : 1
    case .noteOff: ignoresNoteOff ? 0 : 1
    case .cutoff: Self.value(ofSteps: cutoff)
    case .resonance: Self.value(ofSteps: resonance)
    case .attack: Self.value(ofSteps: attack)
    case .decay: Self.value(ofSteps: decay)
    case .equalizer(let parameter): equalizer.value(of: parameter)
    }
  }

  private static func value(ofSteps steps: Int8) -> UInt8 { UInt8(clamping: Int(steps) &+ 64) }

  /// The exclusive class of the key's notes, if the bank has `own` for them. Groups set by messages differ from all
  /// classes of the bank.
  @inline(__always)
  func exclusiveClass(_ own: Int32) -> Int32 {
    group > 127 ? own : group == 0 ? 0 : 0x1_0000 &+ Int32(group)
  }
}

extension ChannelState {
  /// Sets a parameter of a key for all drum parts of a port that use a drum map: 1 and 2 in GS, part modes 2 and up in
  /// XG. Returns whether there is such a part, and the parameter is followed.
  mutating func changeDrumKey(_ parameter: DrumParameter, map: Int, key: Int, _ value: UInt8, port: Int) -> Bool {
    var isUsed = false
    for part in (port &* 16)..<(port &* 16 &+ 16)
    where channels[part].isDrums && Int(parts[part].drumMap) == map {
      if changeDrumKey(parameter, part: part, key: key, value) { isUsed = true }
    }
    return isUsed
  }

  /// Sets a parameter of a drum key, and returns whether it is followed.
  @discardableResult
  mutating func changeDrumKey(_ parameter: DrumParameter, part: Int, key: Int, _ value: UInt8) -> Bool {
    if case .equalizer = parameter, !hasInsertions { return false }
    if channels[part].overrides & ChannelOverrides.hasDrumKeys == 0 {
      channels[part].drumKeys.update(repeating: DrumKey(), count: 128)
      channels[part].overrides |= ChannelOverrides.hasDrumKeys
    }
    channels[part].drumKeys[key & 127].change(parameter, to: value)
    parts[part].setupIsHeard = false
    markDirty(part)
    return true
  }

  /// Sets a parameter of a drum key by a message to a part: for all parts that use the part's drum map, or for the part
  /// alone if it uses none.
  mutating func changeDrumSetup(_ parameter: DrumParameter, part: Int, key: Int, _ value: UInt8) {
    let map = setupMap(of: part)
    if map > 0 {
      _ = changeDrumKey(parameter, map: map, key: key, value, port: part &>> 4)
    } else {
      changeDrumKey(parameter, part: part, key: key, value)
    }
  }

  /// Returns the drum map whose setup a part shares with the other parts that use it; 0 for none. XG's part mode 1 has
  /// no setup.
  private func setupMap(of part: Int) -> Int {
    let map = Int(parts[part].drumMap)
    return map == 1 && ports[part &>> 4].system == .xg ? 0 : map
  }

  /// Gives a part the drum setup of the map that it now uses: that of another part, or the kit's own.
  mutating func takeDrumSetup(_ part: Int) {
    channels[part].overrides &= ~ChannelOverrides.hasDrumKeys
    let (map, first) = (setupMap(of: part), part & ~15)
    guard map > 0 else { return }
    for other in first..<(first &+ 16) where other != part {
      guard Int(parts[other].drumMap) == map, channels[other].overrides & ChannelOverrides.hasDrumKeys != 0 else {
        continue
      }
      for key in 0..<128 { channels[part].drumKeys[key] = channels[other].drumKeys[key] }
      channels[part].overrides |= ChannelOverrides.hasDrumKeys
      parts[part].setupIsHeard = parts[other].setupIsHeard
      return
    }
  }

  /// Restores all keys of the parts that use a drum map, as XG's drum setup reset (00 00 7D) does.
  mutating func resetDrumKeys(map: Int, port: Int) {
    for part in (port &* 16)..<(port &* 16 &+ 16) where Int(parts[part].drumMap) == map {
      channels[part].overrides &= ~ChannelOverrides.hasDrumKeys
      markDirty(part)
    }
  }

  /// Whether a channel is a drum part of XG: bank LSB, mono mode, portamento and scale tuning have no effect on it.
  ///
  /// Source: Yamaha PLG100-XG owner's manual, table 1-4.
  func isXGDrums(_ channel: Int) -> Bool { channels[channel].isDrums && ports[channel &>> 4].system == .xg }

  /// Applies a program change. Another kit restores the drum setup, if a note has been played since the setup changed.
  ///
  /// Source: Roland SC-8850 owner's manual, "When the Drum Set is changed, DRUM SETUP PARAMETER values will all be
  /// initialized"; Yamaha MU80 and MU90R owner's manuals. A setup with which no note has been played yet is kept,
  /// because a sequencer that seeks sends system-exclusive messages before programs.
  mutating func changeProgram(_ part: Int, to program: UInt8) {
    let address = channels[part].address
    channels[part].program = program
    choosePreset(part)
    guard channels[part].isDrums, channels[part].address != address else { return }
    resetHeardSetup(part)
  }

  /// Restores the drum setup of a part, and of all parts that share it, if it has been heard.
  mutating func resetHeardSetup(_ part: Int) {
    let (map, first) = (setupMap(of: part), part & ~15)
    if map > 0 {
      var isHeard = false
      for other in first..<(first &+ 16) where Int(parts[other].drumMap) == map {
        if parts[other].setupIsHeard { isHeard = true }
      }
      if isHeard { resetDrumKeys(map: map, port: part &>> 4) }
    } else if channels[part].overrides & ChannelOverrides.hasDrumKeys != 0, parts[part].setupIsHeard {
      channels[part].overrides &= ~ChannelOverrides.hasDrumKeys
      markDirty(part)
    }
  }

  /// `7F dev 0A 01 channel key (controller value)…`: GM2's key-based controllers of drum parts. Level is relative: 64
  /// is the level of the kit, 127 is 12 dB more.
  ///
  /// Source: CA-023.
  mutating func performKeyControllers(_ data: ExclusiveData, port: Int) -> ExclusiveOutcome {
    guard data.count >= 8, data[3] == 1, data[4] < 16 else { return .ignored }
    var outcome = ExclusiveOutcome.ignored
    for part in (port &* 16)..<(port &* 16 &+ 16)
    where channels[part].isDrums && parts[part].channel == data[4] {
      var index = 6
      while index &+ 1 < data.count {
        if setKeyController(data[index], data[index &+ 1], part: part, key: Int(data[5])) { outcome = .understood }
        index &+= 2
      }
    }
    return outcome
  }

  private mutating func setKeyController(_ number: UInt8, _ value: UInt8, part: Int, key: Int) -> Bool {
    switch number {
    case 7: changeDrumKey(.level, part: part, key: key, UInt8(truncatingIfNeeded: Int(value) &* 127 / 64))
    case 10: changeDrumKey(.pan, part: part, key: key, max(1, value))
    case 91: changeDrumKey(.reverb, part: part, key: key, value)
    case 93: changeDrumKey(.chorus, part: part, key: key, value)
    default: return false
    }
    return true
  }
}
