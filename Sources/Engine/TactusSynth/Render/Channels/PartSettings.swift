import TactusMIDI

/// How a part hears its port: which channel, which messages of it, which keys, how loud.
///
/// A part is what other places call a channel; here they differ, because GS and XG let a part listen to another channel.
/// Source: Roland SC-88 (40 1x 02…1E), Yamaha XG (08 nn 04…10, 30…40).
/// - Thread: audio
struct PartSettings {
  /// The channel it hears, 0…15; 16 for none.
  var channel: UInt8
  var lowKey: UInt8 = 0
  var highKey: UInt8 = 127
  var velocityDepth: UInt8 = 64
  var velocityOffset: UInt8 = 64
  /// Which kinds of message it takes; bits in the order of GS 40 1x 03…12 and XG 08 nn 30…40.
  var receives: UInt32 = .max
  /// Semitones, not for drums; and cents.
  var keyShift = 0.0
  var detune = 0.0
  /// The entry of `ChannelState.missing` that its program fell from; −1 where the bank has what was asked for.
  var missing: Int32 = -1

  /// What part 0…15 of a port is at power-on.
  init(part: Int) { channel = UInt8(truncatingIfNeeded: part) }

  /// Whether the part hears nothing but its own channel, and all of that.
  func isPlain(_ part: Int) -> Bool {
    Int(channel) == part && lowKey == 0 && highKey == 127 && velocityDepth == 64 && velocityOffset == 64
      && receives == .max
  }

  /// Whether a MIDI 1.0 message on the part's channel is for it. Notes end and modes change whatever it takes.
  func takes(_ message: ChannelMessage) -> Bool {
    switch message.status & 0xF0 {
    case 0x80: true
    case 0x90: message.data2 == 0 || takes(5) && message.data1 >= lowKey && message.data1 <= highKey
    case 0xA0: takes(4)
    case 0xB0: message.data1 >= 120 || takes(3) && takes(Self.kind(ofController: message.data1))
    case 0xC0: takes(2)
    case 0xD0: takes(1)
    default: takes(0)
    }
  }

  private func takes(_ kind: UInt32) -> Bool { receives &>> kind & 1 != 0 }

  private static func kind(ofController number: UInt8) -> UInt32 {
    switch number {
    case 100, 101: 6
    case 98, 99: 7
    case 1: 8
    case 7: 9
    case 10: 10
    case 11: 11
    case 64: 12
    case 65: 13
    case 66: 14
    case 67: 15
    case 0, 32: 16
    default: 3
    }
  }

  /// A velocity as the part feels it: depth 64 and offset 64 change nothing, and a note never becomes a note-off.
  func scaledVelocity(_ velocity: UInt8) -> UInt8 {
    let value = Int(velocity) &* Int(velocityDepth) / 64 &+ Int(velocityOffset) &- 64
    return UInt8(truncatingIfNeeded: max(1, min(127, value)))
  }
}
