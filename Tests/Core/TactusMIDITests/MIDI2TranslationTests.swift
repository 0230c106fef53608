import TactusMIDI
import TestSupport
import Testing

@Suite struct ValueScalingTests {
  /// The generic rule: shift left; above the center, fill the low bits by repeating all bits except the top one.
  private func scaled(_ value: UInt64, _ from: Int, _ to: Int) -> UInt64 {
    var result = value << UInt64(to - from)
    guard value > 1 << UInt64(from - 1) else { return result }
    let repeated = UInt64(from - 1)
    let rest = value & ((1 << repeated) - 1)
    var position = to - from - Int(repeated)
    while position > -Int(repeated) {
      result |= position >= 0 ? rest << UInt64(position) : rest >> UInt64(-position)
      position -= Int(repeated)
    }
    return result
  }

  @Test func publishedVectors() {
    let vectors16: [(UInt8, UInt16)] = [
      (0, 0), (1, 0x0200), (63, 0x7E00), (64, 0x8000), (65, 0x8208), (100, 0xC924), (127, 0xFFFF),
    ]
    for (value, scaled) in vectors16 { #expect(ValueScaling.up16(value) == scaled) }
    let vectors32: [(UInt8, UInt32)] = [
      (1, 0x0200_0000), (64, 0x8000_0000), (65, 0x8208_2082), (100, 0xC924_9249), (127, 0xFFFF_FFFF),
    ]
    for (value, scaled) in vectors32 { #expect(ValueScaling.up32(value) == scaled) }
    #expect(ValueScaling.up32(fourteenBits: 0x2001) == 0x8004_0020)
    #expect(ValueScaling.up32(fourteenBits: 0x3FFF) == 0xFFFF_FFFF)
    #expect(ValueScaling.up32(fourteenBits: 0x2000) == 0x8000_0000)
  }

  @Test func everyValueByTheRuleAndBack() {
    for value in 0..<128 as Range<UInt8> {
      #expect(UInt64(ValueScaling.up16(value)) == scaled(UInt64(value), 7, 16))
      #expect(UInt64(ValueScaling.up32(value)) == scaled(UInt64(value), 7, 32))
      #expect(
        ValueScaling.down7(ValueScaling.up16(value)) == value && ValueScaling.down7(ValueScaling.up32(value)) == value)
    }
    let isRight = (0..<16_384 as Range<UInt16>).allSatisfy {
      let up = ValueScaling.up32(fourteenBits: $0)
      return UInt64(up) == scaled(UInt64($0), 14, 32) && ValueScaling.down14(up) == $0
    }
    #expect(isRight)
  }
}

@Suite struct MIDI2TranslatorTests {
  /// Translates messages one after the other.
  private func up(_ messages: [ChannelMessage]) -> [ChannelMessage] {
    let channels = UnsafeMutablePointer<MIDI2Translator.Channel>.allocate(capacity: MIDI2Translator.channelCount)
    channels.initialize(repeating: .init(), count: MIDI2Translator.channelCount)
    defer { channels.deallocate() }
    let translator = MIDI2Translator(channels: channels)
    return messages.compactMap { translator.translate($0) }
  }

  private func controllers(_ pairs: [(UInt8, UInt8)], channel: UInt8 = 0) -> [ChannelMessage] {
    pairs.map { ChannelMessage(status: 0xB0 | channel, $0, $1, port: 2) }
  }

  /// 1.0 → 2.0 → 1.0 returns every channel message that does not depend on others.
  @Test func thereAndBackIsTheSame() {
    for status in stride(from: 0x80, through: 0xE0, by: 0x10) as StrideThrough<Int> {
      for data1 in 0..<128 as Range<UInt8> {
        for data2 in [0, 1, 63, 64, 65, 100, 127] as [UInt8] {
          let isTwoBytes = status == 0xC0 || status == 0xD0
          let message = ChannelMessage(status: UInt8(status) | 9, data1, isTwoBytes ? 0 : data2, port: 5)
          if status == 0xB0, data1 == 0 || data1 == 32 || ParameterAssembler.isParameterController(data1) { continue }
          var expected = message
          if status == 0x90, data2 == 0 { expected = ChannelMessage(status: 0x89, data1, 64, port: 5) }
          #expect(up([message]).flatMap { Array($0.midi1) } == [expected])
        }
      }
    }
  }

  /// Controllers that only have a meaning together: after 1.0 → 2.0 → 1.0 the same parameters have the same values, the
  /// same programs are selected in the same banks, and everything else is the same.
  @Test func thereAndBackMeansTheSame() {
    for seed in 0..<UInt64(rounds(200)) {
      var random = SeededGenerator(seed: seed)
      let messages = (0..<200).map { _ -> ChannelMessage in
        let status = UInt8.random(in: 0x80...0xEF, using: &random) & 0xF1  // two channels
        let list: [UInt8] = [0, 32, 6, 38, 96, 97, 98, 99, 100, 101, 7, 121]
        let isController = Int.random(in: 0..<3, using: &random) > 0
        let data = list[Int.random(in: list.indices, using: &random)]
        let value = UInt8.random(in: 0...127, using: &random)
        return isController
          ? ChannelMessage(status: 0xB0 | status & 1, data, value)
          : ChannelMessage(status: status, UInt8.random(in: 0...127, using: &random), status & 0xE0 == 0xC0 ? 0 : value)
      }
      let back = up(messages).flatMap { Array($0.midi1) }
      let isSame = effects(back) == effects(messages)
      #expect(isSame, "seed \(seed)")
    }
  }

  /// A message that does not set a parameter, and the values of all parameters at that time.
  private struct Effect: Equatable {
    var message: [Int]
    var parameters: [[Int]: Int]
  }

  /// The effect of messages: notes and similar messages unchanged, programs with their banks, parameters with their
  /// values.
  private func effects(_ messages: [ChannelMessage]) -> [Effect] {
    var banks: [UInt8: [Int]] = [:]
    var parameters: [UInt8: ParameterAssembler] = [:]
    var values: [[Int]: Int] = [:]
    var effects: [Effect] = []
    func add(_ effect: [Int]) { effects.append(Effect(message: effect, parameters: values)) }
    for message in messages {
      let channel = message.channel
      switch (message.kind, message.data1) {
      case (.controller, 0): banks[channel, default: [-1, -1]][0] = Int(message.data2)
      case (.controller, 32): banks[channel, default: [-1, -1]][1] = Int(message.data2)
      case (.controller, let number) where ParameterAssembler.isParameterController(number):
        guard let change = parameters[channel, default: .init()].take(controller: number, message.data2) else {
          continue
        }
        // a step from an unknown value cannot be expressed in MIDI 1.0
        guard change.isKnown else { continue }
        values[[Int(channel), change.isRegistered ? 1 : 0, Int(change.number)]] = Int(change.value)
      case (.program, let program):
        // the half of a bank number that was not selected is 0
        let bank = banks[channel].map { $0.map { max(0, $0) } } ?? [-1, -1]
        add([0xC0, Int(channel), Int(program)] + bank)
      case (.noteOn, let key) where message.data2 == 0: add([Int(0x80 | channel), Int(key), 64])
      default:
        if message.kind == .controller, message.data1 == 121 { parameters[channel] = nil }
        add([Int(message.status), Int(message.data1), Int(message.data2)])
      }
    }
    add([])
    return effects
  }

  @Test func banksGoWithPrograms() {
    let messages = controllers([(0, 3), (32, 4)]) + [ChannelMessage(status: 0xC0, 9, port: 2)]
    #expect(up(messages).map(\.word0) == [0x42C0_0001] && up(messages).map(\.word1) == [0x0900_0304])
    #expect(up([ChannelMessage(status: 0xC0, 9)]).map(\.word0) == [0x40C0_0000])
    #expect(up(messages + [ChannelMessage(status: 0xC0, 10, port: 2)]).map(\.word1) == [0x0900_0304, 0x0A00_0304])
    let back = up(messages).flatMap { Array($0.midi1) }
    #expect(back == messages)
  }

  @Test func parametersAreOneMessage() {
    let bend = up(controllers([(101, 0), (100, 0), (6, 12)]))
    #expect(bend.map(\.word0) == [0x4220_0000] && bend.map(\.word1) == [ValueScaling.up32(fourteenBits: 12 << 7)])
    let fine = up(controllers([(99, 1), (98, 8), (6, 70), (38, 3)]))
    #expect(fine.map(\.word0) == [0x4230_0108, 0x4230_0108])
    #expect(fine.last?.midi1.map(\.data2) == [1, 8, 70, 3])
    // channels do not disturb each other
    let mixed =
      controllers([(101, 0), (100, 1)]) + controllers([(99, 2), (98, 2)], channel: 1) + controllers([(6, 1)])
    #expect(up(mixed).map(\.word0) == [0x4220_0001])
  }

  @Test func stepsWithoutAValueAreRelative() {
    let bend = up(controllers([(101, 0), (100, 0), (96, 0), (97, 0), (6, 2), (97, 0)]))
    #expect(bend.map(\.word0) == [0x4240_0000, 0x4240_0000, 0x4220_0000, 0x4220_0000])
    #expect(bend.prefix(2).map(\.word1) == [0x0004_0000, 0xFFFC_0000])
    #expect(bend.last?.word1 == ValueScaling.up32(fourteenBits: 1 << 7 | 99))
    let others = up(controllers([(101, 0), (100, 2), (96, 0), (99, 1), (98, 3), (97, 0)]))
    #expect(others.map(\.word0) == [0x4240_0002, 0x4250_0103])
    #expect(others.map(\.word1) == [0x0200_0000, 0xFFFC_0000])
  }

  @Test func othersStayWhatTheyAre() {
    let clock = ChannelMessage(system: 0xF8)
    #expect(up([clock]) == [clock])
  }
}
