import TactusMIDI

/// Parameters as the controllers that set them.
extension ChannelMessage {
  /// A registered parameter (0…127 of the first page) and its value.
  package static func registered(_ number: UInt8, _ high: UInt8, _ low: UInt8? = nil, channel: UInt8 = 0) -> [Self] {
    var all: [Self] = [
      .controller(101, 0, channel: channel), .controller(100, number, channel: channel),
      .controller(6, high, channel: channel),
    ]
    if let low { all.append(.controller(38, low, channel: channel)) }
    return all
  }

  /// A non-registered parameter and the high byte of its value.
  package static func nonRegistered(_ high: UInt8, _ low: UInt8, _ value: UInt8, channel: UInt8 = 0) -> [Self] {
    [
      .controller(99, high, channel: channel), .controller(98, low, channel: channel),
      .controller(6, value, channel: channel),
    ]
  }

  /// A SoundFont parameter: a generator, changed by `steps`; the low byte is sent first, and the high byte takes
  /// effect.
  package static func generator(_ number: UInt8, _ steps: Int, channel: UInt8 = 0) -> [Self] {
    let value = steps + 8_192
    return [
      .controller(99, 120, channel: channel), .controller(98, number, channel: channel),
      .controller(38, UInt8(value & 127), channel: channel), .controller(6, UInt8(value >> 7), channel: channel),
    ]
  }

  /// A parameter of the AWE 32, high byte first.
  package static func awe32(_ number: UInt8, _ value: Int, channel: UInt8 = 0) -> [Self] {
    let whole = value + 8_192
    return [
      .controller(99, 127, channel: channel), .controller(98, number, channel: channel),
      .controller(6, UInt8(whole >> 7), channel: channel), .controller(38, UInt8(whole & 127), channel: channel),
    ]
  }
}
