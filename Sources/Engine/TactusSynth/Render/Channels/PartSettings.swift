import TactusMIDI

/// The receive settings of a part: which channel and messages it receives, and how it changes keys and velocities.
///
/// Elsewhere a part is called a channel. Here the two differ, because GS and XG let a part receive another channel.
/// Source: Roland SC-88 (40 1x 02…1E), Yamaha XG (08 nn 04…10, 30…40).
/// - Thread: audio
struct PartSettings {
  /// The channel that the part receives, 0…15; 16 for none.
  var channel: UInt8
  var lowKey: UInt8 = 0
  var highKey: UInt8 = 127
  var velocityDepth: UInt8 = 64
  var velocityOffset: UInt8 = 64
  /// The kinds of message that the part receives, as bits in the order of GS 40 1x 03…12 and XG 08 nn 30…40.
  var receives: UInt32 = .max
  /// The key shift in semitones; it does not apply to drums.
  var keyShift = 0.0
  /// The detuning in cents.
  var detune = 0.0
  /// The drum map that the part uses for rhythm: 1 or 2 in GS, the part mode in XG; 0 for none.
  var drumMap: UInt8 = 0
  /// Whether the part has received a note-on since a message last changed its drum setup.
  var setupIsHeard = false
  /// Whether the part is assigned to GS's insertion effect.
  var isInserted = false
  /// Whether GS's equalizer applies to the part.
  var hasEqualizer = true
  /// The entry of `ChannelState.missing` for its program; −1 if the bank has the selected preset.
  var missing: Int32 = -1

  /// Creates the settings of part 0…15 of a port at power-on.
  init(part: Int) { channel = UInt8(truncatingIfNeeded: part) }

  /// Returns whether the part receives exactly its own channel, and all of its messages.
  func isPlain(_ part: Int) -> Bool {
    Int(channel) == part && lowKey == 0 && highKey == 127 && velocityDepth == 64 && velocityOffset == 64
      && receives == .max
  }

  /// Returns whether the part receives a MIDI 1.0 message on its channel. Note-offs and mode messages always pass.
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

  /// Whether a message selects a parameter that the part does not receive, although it receives data entry.
  func missesParameter(_ message: ChannelMessage) -> Bool {
    let selects = message.status & 0xF0 == 0xB0 && (98...101).contains(message.data1)
    return selects && takes(3) && !takes(Self.kind(ofController: message.data1))
  }

  /// Whether a pedal holds notes: sustain, sostenuto and hold 2.
  static func holdsNotes(pedal: Int) -> Bool { pedal == 64 || pedal == 66 || pedal == 69 }

  private func takes(_ kind: UInt32) -> Bool { receives &>> kind & 1 != 0 }

  static func kind(ofController number: UInt8) -> UInt32 {
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

  /// Returns a velocity scaled by the velocity sense: depth 64 and offset 64 change nothing, each step of the offset is
  /// 2, and the result is never 0.
  ///
  /// The manuals only draw the effect; the formula is that of TiMidity++ and SpessaSynth.
  func scaledVelocity(_ velocity: UInt8) -> UInt8 {
    let value = Int(velocity) &* Int(velocityDepth) / 64 &+ (Int(velocityOffset) &- 64) &* 2
    return UInt8(truncatingIfNeeded: max(1, min(127, value)))
  }
}
