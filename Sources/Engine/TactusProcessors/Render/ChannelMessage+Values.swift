import TactusMIDI

// Values of MIDI 1.0 and 2.0 alike, as 32 bits.

extension ChannelMessage {
  /// A note's velocity in seven bits; that of a note-on is never 0.
  var velocity7: UInt8 {
    if isMIDI1 { return data2 }
    let velocity = UInt8(truncatingIfNeeded: word1 &>> 25)
    return velocity == 0 && startsNote ? 1 : velocity
  }

  /// The value of a controller, program, pressure, pitch bend or parameter in 32 bits.
  var value32: UInt32 {
    if isMIDI2 { return status & 0xF0 == 0xC0 ? word1 &<< 1 : word1 }
    switch status & 0xF0 {
    case 0xC0, 0xD0: return ValueScaling.up32(data1)
    case 0xE0: return ValueScaling.up32(fourteenBits: UInt16(truncatingIfNeeded: pitchBend))
    default: return ValueScaling.up32(data2)
    }
  }

  /// The same with another value of 32 bits, of which it takes as much as it can say.
  func with(value32 value: UInt32) -> ChannelMessage {
    let high = value &>> 25
    if isMIDI2 { return ChannelMessage(word0: word0, word1: status & 0xF0 == 0xC0 ? high &<< 24 : value) }
    switch status & 0xF0 {
    case 0xC0, 0xD0: return ChannelMessage(word0: word0 & ~0x7F00 | high &<< 8, word1: 0)
    case 0xE0: return ChannelMessage(word0: word0 & ~0x7F7F | (value &>> 18 & 127) &<< 8 | high, word1: 0)
    default: return ChannelMessage(word0: word0 & ~0x7F | high, word1: 0)
    }
  }

  /// The same note with another velocity; that of a note-on does not become 0.
  func with(velocity16 velocity: UInt16) -> ChannelMessage {
    if isMIDI2 { return ChannelMessage(word0: word0, word1: word1 & 0xFFFF | UInt32(velocity) &<< 16) }
    let seven = UInt32(velocity &>> 9)
    return ChannelMessage(word0: word0 & ~0x7F | (seven == 0 && startsNote ? 1 : seven), word1: 0)
  }

  /// A note-on's note-off, of medium velocity.
  var noteOff: ChannelMessage {
    if isMIDI2 { return ChannelMessage(word0: word0 & ~0x10_00FF, word1: 0x8000_0000) }
    return ChannelMessage(word0: word0 & ~0x10_007F | 64, word1: 0)
  }

  /// A note's velocity in 16 bits.
  var velocity16: UInt16 { isMIDI2 ? UInt16(truncatingIfNeeded: word1 &>> 16) : ValueScaling.up16(data2) }

  /// A message of MIDI 1.0 or 2.0, as another one is, for the same port and channel.
  ///
  /// - Parameters:
  ///   - kind: the status's upper four bits.
  ///   - value: 32 bits.
  func sibling(_ kind: UInt8, _ number: UInt8, value: UInt32) -> ChannelMessage {
    let head = word0 & 0xFF0F_0000 | UInt32(kind) &<< 16
    let plain = ChannelMessage(word0: head | UInt32(number & 127) &<< 8, word1: 0)
    return plain.with(value32: value)
  }

  /// A note-off without velocity for a channel, by its number among those of all ports: a pattern for others.
  init(line: Int, isMIDI2: Bool) {
    let address = UInt32(truncatingIfNeeded: line)
    let head: UInt32 = isMIDI2 ? 0x4080_0000 : 0x2080_0000
    self.init(word0: head | (address &>> 4 & 15) &<< 24 | (address & 15) &<< 16, word1: 0)
  }

  /// The number of its channel among those of all ports, 0…255.
  var line: Int { Int(port) &<< 4 | Int(channel) }
}
