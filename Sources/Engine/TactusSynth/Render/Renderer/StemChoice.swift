import TactusMIDI

/// The stem and the track to which a channel's next notes belong, as a message in the score assigns them.
struct StemChoice: BitwiseCopyable {
  /// Bits 0…8: the stem plus 1; 0 for none. Bits 9…31: the track plus 1; 0 for none.
  var bits: UInt32 = 0

  /// The index of the stem to whose buses the voice is mixed; 0 if none was chosen.
  @inline(__always) var bus: Int32 { max(0, Int32(bits & 0x1FF) &- 1) }

  /// The index of the stem; nil if none was chosen.
  var stem: Int? { bits & 0x1FF > 0 ? Int(bits & 0x1FF) - 1 : nil }

  /// Chooses a stem, 0…255.
  @inline(__always)
  mutating func choose(_ stem: Int) { bits = bits & ~0x1FF | UInt32(truncatingIfNeeded: stem &+ 1) & 0x1FF }

  /// The index of the track in the song; nil if it is unknown.
  var track: Int? { bits >> 9 > 0 ? Int(bits >> 9) - 1 : nil }
}

extension ChannelMessage {
  /// Whether this message assigns a channel's next notes to a stem.
  @inline(__always) package var isStemChoice: Bool { word0 &>> 28 == 0xE }
}
