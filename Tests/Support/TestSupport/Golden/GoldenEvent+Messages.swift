import TactusMIDI

extension Golden.Event {
  /// The event as a synthesizer receives it; a registered parameter takes four messages.
  package func messages(channel: UInt8 = 0) -> [ChannelMessage] {
    func message(_ kind: UInt8, _ data1: Int, _ data2: Int = 0) -> ChannelMessage {
      ChannelMessage(status: kind | channel, UInt8(data1), UInt8(data2))
    }
    switch self {
    case .noteOn(let key, let velocity): return [message(0x90, key, velocity)]
    case .noteOff(let key): return [message(0x80, key, 64)]
    case .controller(let number, let value): return [message(0xB0, number, value)]
    case .pitchBend(let value): return [message(0xE0, value & 127, value >> 7)]
    case .channelPressure(let value): return [message(0xD0, value)]
    case .keyPressure(let key, let value): return [message(0xA0, key, value)]
    case .parameter(let number, let high, let low):
      return [
        message(0xB0, 101, 0), message(0xB0, 100, number), message(0xB0, 6, high), message(0xB0, 38, low),
      ]
    }
  }
}
