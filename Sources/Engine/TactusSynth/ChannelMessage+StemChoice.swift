import TactusMIDI

extension ChannelMessage {
  /// A message that assigns a channel's next notes to a stem and a track. It is a packet of a reserved type that is
  /// used only inside the synthesizer.
  ///
  /// - Parameters:
  ///   - stem: the index of the stem, 0…255; nil if no stems are rendered.
  ///   - track: the index of the track, up to 2²⁰ − 2; nil if it is unknown.
  /// - Thread: control
  package static func stemChoice(_ stem: Int?, track: Int?, channel: UInt8, port: UInt8) -> ChannelMessage {
    let trackBits = UInt32(clamping: min((track ?? -1) + 1, (1 << 20) - 1))
    return ChannelMessage(
      word0: 0xE000_0000 | UInt32(port & 15) << 24 | UInt32(channel & 15) << 16,
      word1: trackBits << 9 | UInt32(stem.map { max(0, min($0, 255)) + 1 } ?? 0))
  }
}
