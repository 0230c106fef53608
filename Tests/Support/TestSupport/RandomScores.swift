import TactusMIDI

extension SeededGenerator {
  /// A score that uses every feature: notes, repeated keys, pedals, pitch bend, controllers, parameters, programs,
  /// silence, system-exclusive messages.
  ///
  /// - Parameters:
  ///   - density: messages per thousand frames.
  ///   - isWild: whether arbitrary messages may occur, not only sensible ones.
  package mutating func score(length: Int, density: Int, isWild: Bool) -> Score {
    var score = Score(length: length)
    let count = length * density / 1_000
    // Events on the control grid are a case of their own.
    let grid = [1, 1, 64, 512][Int.random(in: 0..<4, using: &self)]
    var frames = (0..<count).map { _ in Int.random(in: 0..<length, using: &self) / grid * grid }
    frames.sort()
    for frame in frames {
      for message in messages(isWild: isWild) { score.events.append((frame, message)) }
    }
    return score
  }

  private mutating func messages(isWild: Bool) -> [ChannelMessage] {
    if oneIn(30) { return Array(SystemExclusivePackets(exclusive(isWild: isWild), port: isWild && oneIn(3) ? 1 : 0)) }
    let channel = pick([0, 1, 9] as [UInt8])
    let value = oneIn(3) ? pick([0, 63, 64, 127]) : UInt8.random(in: 0...127, using: &self)
    if isWild, oneIn(6) {
      return [
        ChannelMessage(
          status: UInt8.random(in: 0x80...0xEF, using: &self), UInt8.random(in: 0...127, using: &self), value,
          port: oneIn(4) ? UInt8.random(in: 0...15, using: &self) : 0)
      ]
    }
    let key = UInt8.random(in: 36...84, using: &self)
    switch Int.random(in: 0..<20, using: &self) {
    case 0...7: return [.noteOn(key, max(1, value), channel: channel)]
    case 8...10: return [.noteOff(key, channel: channel)]
    case 11: return (UInt8(36)...84).map { .noteOff($0, channel: channel) }
    case 12, 13: return [.pitchBend(Int.random(in: 0...16_383, using: &self), channel: channel)]
    case 14, 15: return [.controller(pick([1, 2, 7, 10, 11, 71, 74, 91, 93, 94]), value, channel: channel)]
    case 16: return [.controller(pick([64, 66, 67]), value, channel: channel)]
    case 17: return oneIn(2) ? [.pressure(value, channel: channel)] : [.keyPressure(key, value, channel: channel)]
    case 18:
      return [
        .controller(101, 0, channel: channel), .controller(100, pick([0, 1, 2]), channel: channel),
        .controller(pick([6, 38, 96, 97]), value, channel: channel),
      ]
    default:
      return oneIn(3)
        ? [.controller(pick([120, 121, 123]), 0, channel: channel)] : [.program(pick([0, 1, 5]), channel: channel)]
    }
  }
}
