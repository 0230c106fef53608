import TactusMIDI

// Uniform access to the values of MIDI 1.0 and MIDI 2.0 messages, mostly as 32 bits.

extension ChannelMessage {
  /// A note's velocity in seven bits; never 0 for a note-on.
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

  /// Returns the message with another 32-bit value, reduced to the message's resolution.
  func with(value32 value: UInt32) -> ChannelMessage {
    let high = value &>> 25
    if isMIDI2 { return ChannelMessage(word0: word0, word1: status & 0xF0 == 0xC0 ? high &<< 24 : value) }
    switch status & 0xF0 {
    case 0xC0, 0xD0: return ChannelMessage(word0: word0 & ~0x7F00 | high &<< 8, word1: 0)
    case 0xE0: return ChannelMessage(word0: word0 & ~0x7F7F | (value &>> 18 & 127) &<< 8 | high, word1: 0)
    default: return ChannelMessage(word0: word0 & ~0x7F | high, word1: 0)
    }
  }

  /// Returns the note with another velocity; a MIDI 1.0 note-on gets a velocity of at least 1.
  func with(velocity16 velocity: UInt16) -> ChannelMessage {
    if isMIDI2 { return ChannelMessage(word0: word0, word1: word1 & 0xFFFF | UInt32(velocity) &<< 16) }
    let seven = UInt32(velocity &>> 9)
    return ChannelMessage(word0: word0 & ~0x7F | (seven == 0 && startsNote ? 1 : seven), word1: 0)
  }

  /// A note's velocity in 16 bits.
  var velocity16: UInt16 { isMIDI2 ? UInt16(truncatingIfNeeded: word1 &>> 16) : ValueScaling.up16(data2) }

  /// Returns a new message with the protocol (MIDI 1.0 or 2.0), port and channel of this one.
  ///
  /// - Parameters:
  ///   - kind: the upper four bits of the status, such as 0xB0.
  ///   - value: the value in 32 bits.
  func sibling(_ kind: UInt8, _ number: UInt8, value: UInt32) -> ChannelMessage {
    let head = word0 & 0xFF0F_0000 | UInt32(kind) &<< 16
    let plain = ChannelMessage(word0: head | UInt32(number & 127) &<< 8, word1: 0)
    return plain.with(value32: value)
  }

  /// Creates a note-off with velocity 0 as a template for other messages, on a channel that is numbered across all
  /// ports.
  init(line: Int, isMIDI2: Bool) {
    let address = UInt32(truncatingIfNeeded: line)
    let head: UInt32 = isMIDI2 ? 0x4080_0000 : 0x2080_0000
    self.init(word0: head | (address &>> 4 & 15) &<< 24 | (address & 15) &<< 16, word1: 0)
  }

  /// The number of the channel across all ports, 0…255.
  var line: Int { Int(port) &<< 4 | Int(channel) }
}
