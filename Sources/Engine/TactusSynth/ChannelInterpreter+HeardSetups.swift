import TactusMIDI

extension ChannelInterpreter {
  /// Receives a message. If it is the first note-on that uses a changed drum setup, returns the message that replaces
  /// it in a chase, which contains no notes; otherwise returns nil. A change of the kit restores only setups that have
  /// been heard, so a chase must convey which ones have.
  package func receiveForChase(_ message: ChannelMessage) -> ChannelMessage? {
    guard message.startsNote else {
      receive(message)
      return nil
    }
    let before = heardSetups(port: Int(message.port))
    receive(message)
    let new = heardSetups(port: Int(message.port)) & ~before
    return new == 0 ? nil : .heardSetups(new, port: message.port)
  }

  /// The parts of a port whose drum setup has been heard since it was changed, one bit each.
  private func heardSetups(port: Int) -> UInt16 {
    (0..<16).reduce(0) { mask, part in mask | (state.parts[16 * port + part].setupIsHeard ? 1 << UInt16(part) : 0) }
  }
}

extension ChannelMessage {
  /// A message for the synthesizer alone: the drum setups of some parts of a port have been heard.
  ///
  /// - Parameter parts: one bit for each part.
  fileprivate static func heardSetups(_ parts: UInt16, port: UInt8) -> ChannelMessage {
    ChannelMessage(word0: 0xE010_0000 | UInt32(port & 15) << 24, word1: UInt32(parts))
  }
}
