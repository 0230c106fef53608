// GS bulk dumps of an instrument's settings: `41 dev 42 12 48 xx xx nibbles… checksum`.
//
//     48 00 00    16 nibbles         master settings
//     48 00 10   128 nibbles         name, voice reserve, reverb, chorus
//     48 01 10   224 nibbles a part  part 10, then the other parts in order
//
// Each setting is a byte, sent as two nibbles. Addresses count nibbles; a packet may end within a part, and the next
// one continues there. Values are those of the settings' own messages (40 xx xx).
//
// Source: Roland SC-55mkII owner's manual, MIDI implementation, bulk dump; the address table of midiana
// (github.com/shingo45endo/midiana). Settings whose encoding is known from the table alone are not followed: key shift
// and pan of the master, the receive switches, the depths of controllers, and the byte that combines mono/poly, assign
// mode and rhythm. Nor are those that the first instruments do not have: the pre-delay, the delay and its sends. Drum
// setups (49 xx xx) contain levels and pitches of an instrument's own kits for all keys, and do not fit other kits.

extension ChannelState {
  /// Sets what the nibbles at an address of a dump contain, and returns the number of nibbles used, or 0 if the setting
  /// is not followed or incomplete.
  ///
  /// - Parameter address: the last 14 bits of the address.
  mutating func setGSDump(_ address: Int, _ data: ExclusiveData, port: Int) -> Int {
    guard address & 1 == 0, data.count >= 2 else { return 0 }
    switch address {
    case 0x00:
      guard data.count >= 4 else { return 0 }
      setMasterTuning(fine: Self.tenths(data))
      return 4
    case 0x04:
      guard data.nibbles < 128 else { return 0 }
      master.volume = Double(data.nibbles) / 127
      return 2
    case 0x10..<0x90: return setDumpedEffect(address &- 0x10, data.nibbles, port: port) ? 2 : 0
    case 0x90..<0xE90:
      let (block, offset) = ((address &- 0x90) / 224, (address &- 0x90) % 224)
      return setDumpedPart(port &* 16 &+ Self.gsPart(block), offset / 2, data) ? 2 : 0
    default: return 0
    }
  }

  /// Sets a parameter of the reverb or the chorus.
  private mutating func setDumpedEffect(_ offset: Int, _ value: UInt8, port: Int) -> Bool {
    guard value < 128 else { return false }
    switch offset {
    case 0x44...0x4F, 0x54...0x63: return setGSEffect(0x30 &+ (offset &- 0x44) / 2, value, port: port)
    default: return false
    }
  }

  /// Sets a parameter of a part.
  ///
  /// - Parameter index: the number of its byte in the part, 0…111.
  private mutating func setDumpedPart(_ part: Int, _ index: Int, _ data: ExclusiveData) -> Bool {
    let parameter = Self.dumpedParameter(index)
    // the only parameter that its own message also sends as nibbles
    if let parameter, case .detune = parameter { return set(parameter, of: part, data) > 0 }
    let value = data.nibbles
    guard value < 128 else { return false }
    if let parameter { return set(parameter, of: part, value) }
    switch index {
    case 0: channels[part].controllers[Channel.bankMSB] = value
    case 1: changeProgram(part, to: value)
    case 52: setBendRange(part, value, lowest: 0)
    default: return false
    }
    return true
  }

  /// Returns the parameter that a byte of a part contains; nil for others.
  private static func dumpedParameter(_ index: Int) -> PartParameter? {
    switch index {
    case 4: PartParameter.gs(0x02)
    case 6...7: PartParameter.gs(0x10 &+ index)
    case 8: PartParameter.gs(0x19)
    case 9: PartParameter.gs(0x1C)
    case 10...11: PartParameter.gs(0x10 &+ index)
    case 12...13: PartParameter.gs(0x11 &+ index)
    case 14...15: PartParameter.gs(0x13 &+ index)
    case 16...23: PartParameter.gs(0x20 &+ index)
    case 26...37: PartParameter.gs(0x26 &+ index)
    default: nil
    }
  }
}

extension ExclusiveData {
  /// The byte whose nibbles are the first two bytes.
  fileprivate var nibbles: UInt8 { (bytes[0] & 15) &<< 4 | bytes[1] & 15 }
}
