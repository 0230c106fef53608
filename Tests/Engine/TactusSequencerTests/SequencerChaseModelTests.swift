import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The chase against a simple model of a receiver, over several checkpoints.
@Suite struct SequencerChaseModelTests {
  /// Law: the messages of a chase leave a receiver in the state that all messages before that tick would leave.
  @Test(arguments: [1, 3]) func aChaseLeavesTheStateOfAllMessages(trackCount: Int) {
    let first = seed(of: "a chase and a model")
    for seed in first..<first + UInt64(rounds(8)) {
      var random = SeededGenerator(seed: seed)
      let messages = (0..<3_000).map { CompiledMessage(tick: Tick($0), message: random.stateMessage()) }
      var lists = (0..<trackCount).map { _ in [CompiledMessage]() }
      for message in messages { lists[Int.random(in: 0..<trackCount, using: &random)].append(message) }
      for _ in 0..<8 {
        let position = Int.random(in: 1..<3_000, using: &random)
        let stage = SequencerStage()
        stage.sequencer.publish(
          .of(lists.enumerated().map { (TrackTimeline(notes: [], messages: $1), .of(UInt32($0 + 1))) }))
        // the message at the position itself is played, too
        let heard = stage.cycle(1, MusicalContext(tempo: 120, beat: Double(position) / 960)).map(\.message)
        let (restored, played) = (ReceiverModel(heard), ReceiverModel(messages.prefix(position + 1).map(\.message)))
        #expect((restored == played) as Bool, "seed \(seed), tick \(position)")
      }
    }
  }
}

/// What a receiver stores of one channel. Settings that have never been made are absent.
private struct ReceiverModel: Equatable {
  private var controllers: [UInt8: UInt8] = [:]
  private var (bank, programBank): ([UInt8: UInt8], [UInt8: UInt8]) = ([:], [:])
  private var (program, pressure, pitchBend): (UInt8?, UInt8?, Int?)
  private var (registered, nonRegistered) = (Number(), Number())
  private var isNonRegistered: Bool?
  private var values: [Number: Int] = [:]

  /// A parameter number; 127 where nothing was received.
  private struct Number: Hashable {
    var isNonRegistered = false
    var (most, least): (UInt8, UInt8) = (127, 127)
  }

  init(_ messages: [ChannelMessage]) {
    nonRegistered.isNonRegistered = true
    for message in messages { receive(message) }
    values = values.filter { $0.value != 0 }
  }

  private mutating func receive(_ message: ChannelMessage) {
    let (number, value) = (message.data1, message.data2)
    switch message.status & 0xF0 {
    case 0xC0: (program, programBank) = (number, bank)
    case 0xD0: pressure = number
    case 0xE0: pitchBend = Int(value) * 128 + Int(number)
    default:
      switch number {
      case 0, 32: bank[number] = value
      case 98: (nonRegistered.least, isNonRegistered) = (value, true)
      case 99: (nonRegistered.most, isNonRegistered) = (value, true)
      case 100: (registered.least, isNonRegistered) = (value, false)
      case 101: (registered.most, isNonRegistered) = (value, false)
      case 6, 38, 96, 97: enter(number, Int(value))
      default: controllers[number] = value
      }
    }
  }

  private mutating func enter(_ controller: UInt8, _ value: Int) {
    guard let isNonRegistered else { return }
    let number = isNonRegistered ? nonRegistered : registered
    guard (number.most, number.least) != (127, 127) else { return }
    let old = values[number] ?? 0
    switch controller {
    case 6: values[number] = value * 128
    case 38: values[number] = old / 128 * 128 + value
    case 96: values[number] = min(16_383, old + 1)
    default: values[number] = max(0, old - 1)
    }
  }
}

extension SeededGenerator {
  /// A message that changes the state of channel 0.
  fileprivate mutating func stateMessage() -> ChannelMessage {
    let value = UInt8.random(in: 0...127, using: &self)
    let part = UInt8.random(in: 0...2, using: &self)
    switch Int.random(in: 0...11, using: &self) {
    case 0: return ChannelMessage(status: 0xC0, value, 0)
    case 1: return ChannelMessage(status: 0xD0, value, 0)
    case 2: return ChannelMessage(status: 0xE0, value, part)
    case 3: return ChannelMessage(status: 0xB0, pick([0, 32]), value)
    case 4...6: return ChannelMessage(status: 0xB0, pick([98, 99, 100, 101]), part)
    case 7...9: return ChannelMessage(status: 0xB0, pick([6, 38, 96, 97]), value)
    default: return ChannelMessage(status: 0xB0, pick([7, 10, 64, 74]), value)
    }
  }
}
