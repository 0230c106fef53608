import TactusDSP

// Yamaha XG: `43 1n 4C address×3 data…`, and as a dump `43 0n 4C count×2 address×3 data… checksum`.

extension ChannelState {
  /// Applies an XG message for any device number, because instruments receive all device numbers by default.
  ///
  /// Source: Yamaha XG specification 1.3; MU80 sound list and MIDI data.
  mutating func performYamaha(_ data: ExclusiveData, port: Int) -> ExclusiveOutcome {
    guard data.count >= 7, data[2] == 0x4C else { return .ignored }
    switch data[1] & 0x70 {
    case 0x10: return setXG(data.dropping(3), port: port)
    case 0x00:
      guard data.count >= 10, Int(data[3]) &<< 7 | Int(data[4]) == data.count &- 9 else { return .ignored }
      guard data.addsUp(from: 3) else { return .badChecksum }
      return setXG(ExclusiveData(bytes: data.bytes + 5, count: data.count &- 6), port: port)
    default: return .ignored
    }
  }

  /// Sets consecutive parameters starting at an address.
  private mutating func setXG(_ data: ExclusiveData, port: Int) -> ExclusiveOutcome {
    var low = Int(data[2])
    var outcome = ExclusiveOutcome.ignored
    var index = 3
    while index < data.count {
      let taken = setXG(data[0], data[1], low, data.dropping(index), port: port)
      if taken > 0 { outcome = .understood }
      index &+= max(1, taken)
      low &+= max(1, taken)
    }
    return outcome
  }

  /// Sets the parameter at an address, and returns the number of bytes used, or 0 for an unknown address.
  private mutating func setXG(_ high: UInt8, _ middle: UInt8, _ low: Int, _ data: ExclusiveData, port: Int) -> Int {
    switch (high, middle) {
    case (0x00, 0x00): return setXGSystem(low, data, port: port)
    case (0x02, 0x01):
      if low < 0x20 { return setXGReverb(low, data) }
      if low < 0x40 { return setXGChorus(low, data) }
      guard ports[port].system == .xg else { return 0 }
      let taken = delay.setXG(low, data)
      master.delay.settings = delay.settings
      followVariation(delay.xg, port: port)
      return taken
    case (0x03, 0...1): return setXGInsertion(Int(middle), low, data, port: port)
    case (0x08, 0...31):
      // Parts 17 to 32 belong to the other port.
      return setXGPart((middle < 16 ? port : port ^ 1) &* 16 &+ Int(middle & 15), low, data)
    case (0x30...0x3F, _):
      guard let parameter = DrumParameter.xg(low) else { return 0 }
      return changeDrumKey(parameter, map: Int(high) &- 0x2E, key: Int(middle), data[0], port: port) ? 1 : 0
    default: return 0
    }
  }

  private mutating func setXGSystem(_ low: Int, _ data: ExclusiveData, port: Int) -> Int {
    switch low {
    case 0x00:
      guard data.count >= 4 else { return 0 }
      setMasterTuning(fine: Self.tenths(data))
      return 4
    case 0x04: master.volume = Double(data[0]) / 127
    case 0x06: setMasterTuning(coarse: Double(max(-24, min(24, Int(data[0]) &- 64))) * 100)
    case 0x7D: resetDrumKeys(map: Int(data[0]) &+ 2, port: port)
    case 0x7E, 0x7F:
      guard data[0] == 0 else { return 0 }
      resetPort(port, .xg)
    default: return 0
    }
    return 1
  }

  // MARK: Effects

  private mutating func setXGReverb(_ low: Int, _ data: ExclusiveData) -> Int {
    let value = data[0]
    switch low {
    case 0x00:
      guard data.count >= 2 else { return 0 }
      chooseXGReverb(value, data[1])
      return 2
    case 0x02: master.reverb.setTime(seconds: XGScale.reverbTime(value))
    case 0x04: master.reverb.setPreDelay(seconds: XGScale.initialDelay(value))
    case 0x05: master.reverb.setLowCut(hertz: value == 0 ? 10 : XGScale.frequency(value))
    case 0x06: master.reverb.setHighCut(hertz: XGScale.frequency(value))
    case 0x0C: master.reverb.setLevel(value)
    case 0x13: master.reverb.setHighDecay(Float(value) * 0.1)
    default: return 0
    }
    return 1
  }

  /// Selects the most similar of the available rooms; types that are not reverbs turn the reverb off, as the
  /// specification requires.
  private mutating func chooseXGReverb(_ msb: UInt8, _ lsb: UInt8) {
    let room: ReverbSettings
    switch msb {
    case 1: room = lsb == 1 ? .largeHall : .mediumHall
    case 2: room = lsb == 1 ? .mediumRoom : lsb == 2 ? .largeRoom : .smallRoom
    case 3: room = lsb == 1 ? .largeHall : .mediumHall
    case 4: room = .plate
    case 16: room = .mediumRoom
    case 17, 18: room = .largeHall
    case 19: room = .smallRoom
    default: return master.reverb.choose(.mediumHall, level: 0)
    }
    // Turns the reverb on again after a type without reverb.
    master.reverb.choose(room, level: master.reverb.settings.level == 0 ? 1 : nil)
  }

  private mutating func setXGChorus(_ low: Int, _ data: ExclusiveData) -> Int {
    let value = data[0]
    switch low {
    case 0x20:
      guard data.count >= 2 else { return 0 }
      chooseXGChorus(value, data[1])
      return 2
    case 0x22: master.chorus.settings.rate = XGScale.rate(value)
    case 0x23: master.chorus.settings.depth = GM2Scale.depth(value)
    case 0x24: master.chorus.settings.feedback = Float(Int(value) &- 64) / 64
    case 0x25: master.chorus.settings.delay = XGScale.delay(value)
    case 0x2C: master.chorus.settings.level = Float(value) / 64
    case 0x2E: master.chorus.settings.reverbSend = Float(value) / 64
    default: return 0
    }
    return 1
  }

  private mutating func chooseXGChorus(_ msb: UInt8, _ lsb: UInt8) {
    let chorus: ChorusSettings
    switch msb {
    case 65: chorus = lsb == 1 ? .chorus2 : lsb == 2 ? .chorus1 : lsb == 8 ? .chorus4 : .chorus3
    case 66: chorus = lsb == 1 ? .chorus2 : lsb == 2 ? .chorus1 : lsb == 8 ? .feedbackChorus : .chorus3
    case 67: chorus = .flanger
    default: return master.chorus.choose(.chorus3, level: 0)
    }
    master.chorus.choose(chorus, level: master.chorus.settings.level == 0 ? 1 : nil)
  }

  // MARK: Parts

  private mutating func setXGPart(_ part: Int, _ low: Int, _ data: ExclusiveData) -> Int {
    let value = data[0]
    switch low {
    case 0x01: channels[part].controllers[Channel.bankMSB] = value
    case 0x02: channels[part].controllers[Channel.bankLSB] = value
    case 0x03:
      changeProgram(part, to: value)
    default:
      guard let parameter = PartParameter.xg(low) else { return 0 }
      return set(parameter, of: part, data)
    }
    return 1
  }
}
