import TactusFiles
import TactusMIDI

/// Describes successive messages, including the parameters that several controllers set together, and system-exclusive
/// messages.
struct MessageNarrator {
  /// The parameter state by port and channel.
  private var parameters: [Int: ParameterAssembler] = [:]
  /// The encoding that a song's texts suggest together; see ``MIDIFile/textHint``.
  let textHint: MIDIFile.TextEncoding?

  init(textHint: MIDIFile.TextEncoding? = nil) { self.textHint = textHint }

  /// Returns a message in words. If a controller sets a parameter, the name and value of the parameter follow.
  mutating func words(of message: ChannelMessage) -> String {
    guard message.isMIDI1, message.kind == .controller else { return message.description }
    let channel = Int(message.port) << 4 | Int(message.channel)
    guard ParameterAssembler.isParameterController(message.data1) else {
      if message.data1 == 121 { parameters[channel] = nil }
      return message.description
    }
    let change = parameters[channel, default: ParameterAssembler()].take(
      controller: message.data1, message.data2)
    return message.description + (change.map { ": " + ParameterName.words(of: $0) } ?? "")
  }

  /// Returns a system-exclusive message in words.
  ///
  /// - Parameter data: the bytes between F0 and F7.
  static func words(ofExclusive data: some Collection<UInt8>) -> String {
    "system exclusive, \((data.count + 2).counted("byte")): \(SystemExclusiveName.words(data))"
  }
}
