import TactusMIDI

extension SeededGenerator {
  /// A score of notes with every controller, pedal, mode and parameter, on channels that may belong to zones.
  ///
  /// - Parameter density: messages per thousand frames.
  package mutating func gestures(length: Int, density: Int) -> Score {
    var score = Score(length: length)
    let grid = pick([1, 1, 64, 512])
    let frames = (0..<length * density / 1_000).map { _ in Int.random(in: 0..<length, using: &self) / grid * grid }
    if oneIn(3) {
      let zone = ChannelMessage.registered(6, UInt8.random(in: 0...15, using: &self), channel: pick([0, 15]))
      score.events += zone.map { (0, $0) }
    }
    for frame in frames.sorted() { score.events += gesture().map { (frame, $0) } }
    return score
  }

  private mutating func gesture() -> [ChannelMessage] {
    let channel = pick([0, 1, 9, 15] as [UInt8])
    let value = oneIn(3) ? pick([0, 40, 63, 64, 127]) : UInt8.random(in: 0...127, using: &self)
    let key = UInt8.random(in: 48...72, using: &self)
    switch Int.random(in: 0..<20, using: &self) {
    case 0...6: return [.noteOn(key, max(1, value), channel: channel)]
    case 7...10: return [.noteOff(key, channel: channel)]
    case 11: return [.controller(UInt8.random(in: 0...127, using: &self), value, channel: channel)]
    case 12: return [.controller(pick([64, 65, 66, 67, 68]), value, channel: channel)]
    case 13: return [.controller(pick([5, 37, 84]), value % 48, channel: channel)]
    case 14: return [.controller(pick([126, 127]), 1, channel: channel), .controller(65, value, channel: channel)]
    case 15: return [.controller(UInt8.random(in: 71...78, using: &self), value, channel: channel)]
    case 16: return [.pitchBend(Int.random(in: 0...16_383, using: &self), channel: channel)]
    case 17: return [.pressure(value, channel: channel), .keyPressure(key, value, channel: channel)]
    case 18: return ChannelMessage.registered(UInt8.random(in: 0...6, using: &self), value, key, channel: channel)
    default: return parameter(value, key, channel)
    }
  }

  private mutating func parameter(_ value: UInt8, _ key: UInt8, _ channel: UInt8) -> [ChannelMessage] {
    switch Int.random(in: 0..<4, using: &self) {
    case 0:
      return ChannelMessage.generator(UInt8.random(in: 0...102, using: &self), Int(value) * 8 - 500, channel: channel)
    case 1: return ChannelMessage.awe32(UInt8.random(in: 0...27, using: &self), Int(value), channel: channel)
    case 2:
      let part: UInt8 = pick([8, 9, 10, 32, 33, 48, 49, 52, 99, 100, 102])
      return ChannelMessage.nonRegistered(1, part, value, channel: channel)
    default:
      let drum = oneIn(4) ? pick([48, 49, 53]) : UInt8.random(in: 20...31, using: &self)
      return ChannelMessage.nonRegistered(drum, key, value, channel: 9)
    }
  }
}
