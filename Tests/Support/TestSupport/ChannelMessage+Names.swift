import TactusMIDI

/// Messages by shorter names than those of the library; channels from 0.
extension ChannelMessage {
  package static func noteOn(_ key: UInt8, _ velocity: UInt8 = 127, channel: UInt8 = 0, port: UInt8 = 0) -> Self {
    .noteOn(key, velocity: velocity, channel: channel, port: port)
  }
  package static func noteOff(_ key: UInt8, _ velocity: UInt8, channel: UInt8 = 0, port: UInt8 = 0) -> Self {
    .noteOff(key, velocity: velocity, channel: channel, port: port)
  }
  package static func pressure(_ value: UInt8, channel: UInt8 = 0) -> Self {
    .channelPressure(value, channel: channel)
  }
}
