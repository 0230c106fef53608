import TactusMIDI

/// Says what messages mean, one after the other: what parameters controllers set together, and what system-exclusive
/// messages are.
struct MessageNarrator {
  /// By port and channel.
  private var parameters: [Int: ParameterAssembler] = [:]

  /// A message in words for people; what a controller sets comes after it.
  mutating func words(of message: ChannelMessage) -> String {
    guard message.isMIDI1, message.kind == .controller else { return message.description }
    let channel = Int(message.port) << 4 | Int(message.channel)
    guard ParameterAssembler.isOurs(message.data1) else {
      if message.data1 == 121 { parameters[channel] = nil }
      return message.description
    }
    let change = parameters[channel, default: ParameterAssembler()].take(
      controller: message.data1, message.data2)
    return message.description + (change.map { ": " + ParameterName.words(of: $0) } ?? "")
  }

  /// A system-exclusive message in words for people.
  ///
  /// - Parameter data: what stands between F0 and F7.
  static func words(ofExclusive data: some Collection<UInt8>) -> String {
    "system exclusive, \((data.count + 2).counted("byte")): \(SystemExclusiveName.words(data))"
  }
}
