import TactusMIDI

/// The stem and the track to which a channel's next notes belong, as a message in the score assigns them.
struct StemChoice: BitwiseCopyable {
  /// Bits 0…8: the stem plus 1; 0 for none. Bits 9…31: the track plus 1; 0 for none.
  var bits: UInt32 = 0

  /// The index of the stem to whose buses the voice is mixed; 0 if none was chosen.
  @inline(__always) var bus: Int32 { max(0, Int32(bits & 0x1FF) &- 1) }

  /// The index of the stem; nil if none was chosen.
  var stem: Int? { bits & 0x1FF > 0 ? Int(bits & 0x1FF) - 1 : nil }

  /// The index of the track in the song; nil if it is unknown.
  var track: Int? { bits >> 9 > 0 ? Int(bits >> 9) - 1 : nil }
}

extension ChannelMessage {
  /// A message that assigns a channel's next notes to a stem and a track. It is internal to the synthesizer, a packet
  /// of a reserved type.
  ///
  /// - Parameters:
  ///   - stem: the index of the stem, 0…255; nil if no stems are rendered.
  ///   - track: the index of the track, up to 2²³ − 2; nil if it is unknown.
  /// - Thread: control
  package static func stemChoice(_ stem: Int?, track: Int?, channel: UInt8, port: UInt8) -> ChannelMessage {
    let trackBits = UInt32(clamping: min((track ?? -1) + 1, (1 << 23) - 1))
    return ChannelMessage(
      word0: 0xE000_0000 | UInt32(port & 15) << 24 | UInt32(channel & 15) << 16,
      word1: trackBits << 9 | UInt32(stem.map { max(0, min($0, 255)) + 1 } ?? 0))
  }

  /// Whether this message assigns a channel's next notes to a stem.
  @inline(__always) package var isStemChoice: Bool { word0 &>> 28 == 0xE }
}
