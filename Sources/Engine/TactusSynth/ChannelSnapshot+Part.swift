import TactusMIDI

// The settings of a part that only system-exclusive messages can change. They are restored with messages of GS, because
// the synthesizer follows these in GM and XG, too.

extension ChannelSnapshot {
  /// Returns the messages after which the part receives all kinds of message that it receives in this snapshot, and
  /// uses the same drum map. They come before messages of the channel, which the part could otherwise miss; if there are
  /// any, the part receives all kinds meanwhile.
  func openingMessages(from present: ChannelSnapshot) -> [ChannelMessage] {
    let rhythm = drumMap == present.drumMap ? [] : message(setting: 0x15, to: drumMap)
    let isSame = programMessages(from: present).isEmpty && messages(from: present).isEmpty
    return switches((isSame ? receives : .max) & ~present.receives, 1) + rhythm
  }

  /// Returns the messages after which the part receives no other kinds of message than in this snapshot.
  func closingMessages(from present: ChannelSnapshot) -> [ChannelMessage] {
    switches(present.receives & ~receives, 0)
  }

  /// Returns the messages that switch the reception of kinds of message on (1) or off (0).
  private func switches(_ kinds: UInt32, _ value: UInt8) -> [ChannelMessage] {
    var messages: [ChannelMessage] = []
    for kind in UInt8(0)..<17 where kinds >> UInt32(kind) & 1 == 1 {
      messages += message(setting: kind == 16 ? 0x23 : 3 + kind, to: value)
    }
    return messages
  }

  /// Returns the packets of the GS message that sets the parameter of the part at an address 40 1x.
  private func message(setting address: UInt8, to value: UInt8) -> [ChannelMessage] {
    let number = part & 15
    // block 0 is part 10; the others follow in order
    let block = number == 9 ? 0 : number < 9 ? number + 1 : number
    let data: [UInt8] = [0x40, 0x10 | UInt8(block), address, value]
    let sum = data.reduce(0) { $0 + Int($1) }
    var bytes: [UInt8] = [0x41, 0x10, 0x42, 0x12]
    bytes += data
    bytes.append(UInt8((128 - sum % 128) % 128))
    return Array(SystemExclusivePackets(bytes, port: UInt8(part >> 4)))
  }
}
