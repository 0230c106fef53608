import TactusMIDI

/// Where a channel's next notes go: the stem and the track that a message in the score assigns, and the insertion effect
/// of their part.
struct NoteRoute: BitwiseCopyable {
  /// Bits 0…8: the stem plus 1; 0 for none. Bits 9…28: the track plus 1; 0 for none. Bits 29…31: the number of the
  /// insertion effect; 0 for none.
  private var bits: UInt32 = 0

  init() {}

  /// Creates the route of a message's stem and track; see ``ChannelMessage/stemChoice(_:track:channel:port:)``.
  init(stemAndTrack bits: UInt32, insertion: UInt8) {
    self.bits = bits & 0x1FFF_FFFF
    self.insertion = insertion
  }

  /// The index of the stem to whose buses the voice is mixed; 0 if none was chosen.
  @inline(__always) var bus: Int32 { max(0, Int32(bits & 0x1FF) &- 1) }

  /// The index of the stem; nil if none was chosen.
  var stem: Int? { bits & 0x1FF > 0 ? Int(bits & 0x1FF) - 1 : nil }

  /// Chooses a stem, 0…255.
  @inline(__always)
  mutating func choose(_ stem: Int) { bits = bits & ~0x1FF | UInt32(truncatingIfNeeded: stem &+ 1) & 0x1FF }

  /// The index of the track in the song; nil if it is unknown.
  var track: Int? { bits >> 9 & 0xF_FFFF > 0 ? Int(bits >> 9 & 0xF_FFFF) - 1 : nil }

  /// The number of the insertion effect, 1…4; 0 for none.
  @inline(__always) var insertion: UInt8 {
    get { UInt8(truncatingIfNeeded: bits &>> 29) }
    set { bits = bits & 0x1FFF_FFFF | UInt32(newValue) &<< 29 }
  }
}

extension ChannelMessage {
  /// Whether this message is for the synthesizer alone: a packet of a type that MIDI reserves.
  @inlinable package var isInternal: Bool { word0 &>> 28 == 0xE }
  /// Whether this message assigns a channel's next notes to a stem.
  @inline(__always) package var isStemChoice: Bool { isInternal && status & 0xF0 == 0 }
}
