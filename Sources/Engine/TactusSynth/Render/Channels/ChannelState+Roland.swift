import TactusDSP

// Roland GS: `41 dev 42 12 address×3 data… checksum`.

extension ChannelState {
  /// Applies a GS data set message for device 10 (hexadecimal), the factory setting of all instruments, or for all
  /// devices (7F).
  ///
  /// Messages for other devices are ignored: a song for two instruments addresses the second one as 11.
  ///
  /// Source: Roland SC-55mkII and SC-88 owner's manuals, MIDI implementation.
  mutating func performRoland(_ data: ExclusiveData, port: Int) -> ExclusiveOutcome {
    guard data.count >= 9, data[1] == 0x10 || data[1] == 0x7F, data[2] == 0x42, data[3] == 0x12 else { return .ignored }
    guard data.addsUp(from: 4) else { return .badChecksum }
    let end = data.count &- 1
    var address = Int(data[4]) &<< 14 | Int(data[5]) &<< 7 | Int(data[6])
    var outcome = ExclusiveOutcome.ignored
    var cursor = 7
    while cursor < end {
      let rest = ExclusiveData(bytes: data.bytes + cursor, count: end &- cursor)
      let taken = setGS(address, rest, port: port)
      if taken > 0 { outcome = .understood }
      cursor &+= max(1, taken)
      address &+= max(1, taken)
    }
    return outcome
  }

  /// Sets the parameter at an address, and returns the number of bytes used, or 0 for an unknown address.
  private mutating func setGS(_ address: Int, _ data: ExclusiveData, port: Int) -> Int {
    let (high, middle, low) = (address &>> 14, address &>> 7 & 127, address & 127)
    switch (high, middle) {
    case (0x00, 0x00) where low == 0x7F && data[0] <= 1:
      resetPort(port, .gs)
      return 1
    case (0x40, 0x00): return setGSMaster(low, data, port: port)
    case (0x40, 0x01): return setGSEffect(low, data[0], port: port) ? 1 : 0
    case (0x40, 0x02): return setGSEqualizer(low, data[0], port: port) ? 1 : 0
    case (0x40, 0x03): return setGSInsertion(low, data, port: port)
    case (0x40, 0x10...0x2F), (0x50, 0x10...0x2F):
      // Block 50 holds the parts of the other port, because an SC-88 has two ports.
      let part = (high == 0x50 ? port ^ 1 : port) &* 16 &+ Self.gsPart(middle & 15)
      return middle < 0x20 ? setGSPart(part, low, data) : setGSControl(part, low, data[0])
    case (0x40, 0x40...0x4F), (0x50, 0x40...0x4F):
      let part = (high == 0x50 ? port ^ 1 : port) &* 16 &+ Self.gsPart(middle & 15)
      return assignGS(part, low, data[0]) ? 1 : 0
    case (0x41, _), (0x51, _):
      guard let parameter = DrumParameter.gs(UInt8(truncatingIfNeeded: middle & 15)), middle < 0x20 else { return 0 }
      let owner = high == 0x51 ? port ^ 1 : port
      return changeDrumKey(parameter, map: middle &>> 4 &+ 1, key: low, data[0], port: owner) ? 1 : 0
    case (0x48, _), (0x58, _): return setGSDump(address & 0x3FFF, data, port: high == 0x58 ? port ^ 1 : port)
    default: return 0
    }
  }

  /// Block 0 is part 10; the others follow in order.
  static func gsPart(_ block: Int) -> Int { block == 0 ? 9 : block <= 9 ? block &- 1 : block }

  private mutating func setGSMaster(_ low: Int, _ data: ExclusiveData, port: Int) -> Int {
    switch low {
    case 0x00:
      guard data.count >= 4 else { return 0 }
      setMasterTuning(fine: Self.tenths(data))
      return 4
    case 0x04: master.volume = Double(data[0]) / 127
    case 0x05: setMasterTuning(coarse: Double(max(-24, min(24, Int(data[0]) &- 64))) * 100)
    case 0x06: setBalance(Double(Int(data[0]) &- 64) / 63)
    case 0x7F where data[0] == 0: resetPort(port, .gs)
    case 0x7F where data[0] == 0x7F: resetPort(port, startSystem)
    default: return 0
    }
    return 1
  }

  /// Returns the GS and XG master tune in cents, from four nibbles that count tenths of a cent; 0400 (hexadecimal) is
  /// 0.
  static func tenths(_ data: ExclusiveData) -> Double {
    var value = 0
    for index in 0..<4 { value = value &<< 4 | Int(data[index] & 15) }
    return Double(max(-1_000, min(1_000, value &- 1_024))) * 0.1
  }

  // MARK: Parts

  private mutating func setGSPart(_ part: Int, _ low: Int, _ data: ExclusiveData) -> Int {
    let value = data[0]
    switch low {
    case 0x00:
      guard data.count >= 2 else { return 0 }
      channels[part].controllers[Channel.bankMSB] = value
      changeProgram(part, to: data[1])
      return 2
    case 0x2A:
      guard data.count >= 2 else { return 0 }
      channels[part].fineTuning = Double((Int(value) &<< 7 | Int(data[1])) &- 8_192) * (100.0 / 8_192)
      markDirty(part)
      return 2
    default:
      guard let parameter = PartParameter.gs(low) else { return 0 }
      return set(parameter, of: part, data)
    }
  }

  /// Sets the vibrato depth of the modulation controller, 0…600 cents, or the pitch bend range. Other destinations of
  /// control sources are not supported.
  private mutating func setGSControl(_ part: Int, _ low: Int, _ value: UInt8) -> Int {
    switch low {
    case 0x04:
      channels[part].modulationDepth = Double(value) * 600 / 127
      channels[part].overrides |= ChannelOverrides.changesModulationDepth
      markDirty(part)
    case 0x10: setBendRange(part, value, lowest: 0)
    default: return 0
    }
    return 1
  }
}
