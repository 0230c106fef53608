import TactusMIDI

extension ChannelInterpreter {
  /// The settings of all channels that exactly one part receives and that are in no zone of MPE.
  package var snapshots: [ChannelSnapshot] { (0..<SynthLimits.channels).compactMap(snapshot) }

  /// Receives the messages that give the channels the settings of earlier snapshots, and returns these messages: those
  /// of the channel, and system-exclusive messages for what a part receives and for its drum map. Channels whose
  /// settings are the same get none.
  package func restore(_ snapshots: [ChannelSnapshot]) -> [ChannelMessage] {
    snapshots.flatMap { earlier -> [ChannelMessage] in
      let opening = receive(earlier) { $0.openingMessages(from: $1) }
      // a program can change other settings, so it comes first
      let program = receive(earlier) { $0.programMessages(from: $1) }
      let others = receive(earlier) { $0.messages(from: $1) }
      return opening + program + others + receive(earlier) { $0.closingMessages(from: $1) }
    }
  }

  /// Receives the messages that `messages` returns for an earlier and the present snapshot of a channel.
  private func receive(
    _ earlier: ChannelSnapshot, _ messages: (ChannelSnapshot, ChannelSnapshot) -> [ChannelMessage]
  ) -> [ChannelMessage] {
    guard let present = snapshot(earlier.channel), present.part == earlier.part else { return [] }
    let messages = messages(earlier, present)
    for message in messages { receive(message) }
    return messages
  }

  private func snapshot(_ channel: Int) -> ChannelSnapshot? {
    let first = channel & ~15
    let parts = (first..<first + 16).filter { Int(state.parts[$0].channel) == channel & 15 }
    guard parts.count == 1, let part = parts.first, !state.channels[part].zone.isPart else { return nil }
    return ChannelSnapshot(state.channels[part], state.parts[part], channel: channel, part: part)
  }
}
