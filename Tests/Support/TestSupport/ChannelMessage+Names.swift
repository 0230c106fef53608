import TactusMIDI

/// Messages by name; channels from 0.
extension ChannelMessage {
  package static func noteOn(_ key: UInt8, _ velocity: UInt8 = 127, channel: UInt8 = 0, port: UInt8 = 0) -> Self {
    ChannelMessage(status: 0x90 | channel, key, velocity, port: port)
  }
  package static func noteOff(_ key: UInt8, _ velocity: UInt8 = 64, channel: UInt8 = 0, port: UInt8 = 0) -> Self {
    ChannelMessage(status: 0x80 | channel, key, velocity, port: port)
  }
  package static func keyPressure(_ key: UInt8, _ value: UInt8, channel: UInt8 = 0) -> Self {
    ChannelMessage(status: 0xA0 | channel, key, value)
  }
  package static func controller(_ number: UInt8, _ value: UInt8, channel: UInt8 = 0, port: UInt8 = 0) -> Self {
    ChannelMessage(status: 0xB0 | channel, number, value, port: port)
  }
  package static func program(_ number: UInt8, channel: UInt8 = 0, port: UInt8 = 0) -> Self {
    ChannelMessage(status: 0xC0 | channel, number, port: port)
  }
  package static func pressure(_ value: UInt8, channel: UInt8 = 0) -> Self {
    ChannelMessage(status: 0xD0 | channel, value)
  }
  /// The pitch bend, 0…16383, centre 8192.
  package static func pitchBend(_ value: Int, channel: UInt8 = 0) -> Self {
    ChannelMessage(
      status: 0xE0 | channel, UInt8(truncatingIfNeeded: value & 127), UInt8(truncatingIfNeeded: value >> 7))
  }
}
