import TactusMIDI
import TactusRender
import TactusSequencer
import TactusTime
import TestSupport
import Testing

/// The chase against a simple model of a receiver, over several checkpoints.
@Suite struct SequencerChaseModelTests {
  /// Law: the messages of a chase leave a receiver in the state that all messages before that tick would leave.
  @Test(arguments: [1, 3], [false, true])
  func aChaseLeavesTheStateOfAllMessages(trackCount: Int, areParameters: Bool) {
    let first = seed(of: "a chase and a model")
    for seed in first..<first + UInt64(rounds(8)) {
      var random = SeededGenerator(seed: seed)
      let messages = (0..<3_000).map {
        CompiledMessage(tick: Tick($0), message: areParameters ? random.soundFontMessage() : random.stateMessage())
      }
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

  /// Law: the same holds for checkpoints of tracks that share a channel. Tracks have these if the effect of a message
  /// depends only on messages of its own tick.
  @Test func checkpointsOfSharedChannels() {
    let first = seed(of: "checkpoints of shared channels")
    for seed in first..<first + UInt64(rounds(8)) {
      var random = SeededGenerator(seed: seed)
      var lists = [[CompiledMessage]](repeating: [], count: 3)
      var messages: [CompiledMessage] = []
      for tick in stride(from: Tick(0), to: 6_000, by: 2) {
        let group = random.independentMessages().map { CompiledMessage(tick: tick, message: $0) }
        lists[Int.random(in: 0..<3, using: &random)] += group
        messages += group
      }
      for _ in 0..<16 {
        let position = Tick.random(in: 0..<3_000, using: &random) * 2 + 1
        let restored = restored(lists, at: position)
        let played = ReceiverModel(messages.filter { $0.tick < position }.map(\.message))
        #expect((restored == played) as Bool, "seed \(seed), tick \(position)")
      }
    }
  }

  /// A bank select after a program change counts, even if it repeats the bank of the program: another track has
  /// selected another bank in between.
  @Test func repeatedBanks() {
    let first = [message(0, 0xB0, 0, 5), message(10, 0xC0, 3), message(30, 0xB0, 0, 5)] + filling
    let second = [message(20, 0xB0, 0, 7)]
    let played = (first[..<2] + second + first[2...]).map(\.message)
    #expect((restored([first, second], at: 5_000) == ReceiverModel(played)) as Bool)
  }

  /// Data entry for a parameter that another track has selected, in a track that is too short for checkpoints.
  @Test func dataEntryOfAShortTrack() {
    func selection(_ tick: Tick, _ number: UInt8) -> [CompiledMessage] {
      [message(tick, 0xB0, 101, 0), message(tick, 0xB0, 100, number)]
    }
    let first = selection(10, 1) + selection(30, 2) + filling
    let second = [message(20, 0xB0, 6, 70)]
    let played = (first[..<2] + second + first[2...]).map(\.message)
    #expect((restored([first, second], at: 5_000) == ReceiverModel(played)) as Bool)
  }

  /// The first messages of a pass depend on the bank and the parameter that the last ones of the pass before have
  /// selected.
  @Test(arguments: [0, 600]) func passesDependOnEarlierOnes(count: Int) {
    let pass: [CompiledMessage] =
      [message(100, 0xC0, 3), message(100, 0xB0, 6, 70)] + filling.prefix(count).map { message(500, 0xB0, 7, $0.value) }
      + [message(800, 0xB0, 0, 5), message(800, 0xB0, 101, 0), message(800, 0xB0, 100, 1)]
    let messages = pass.map(\.message)
    for passes in 1...4 {
      let position = Tick(passes) * 960 + 50
      let restored = restored([pass], at: position, loop: 960)
      let played = ReceiverModel((0..<passes).flatMap { _ in messages })
      #expect((restored == played) as Bool, "\(passes) passes")
    }
  }

  /// More messages than a checkpoint needs.
  private var filling: [CompiledMessage] { (0..<600).map { message(100 + Tick($0), 0xB0, 7, UInt8($0 % 128)) } }

  private func message(_ tick: Tick, _ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> CompiledMessage {
    CompiledMessage(tick: tick, message: ChannelMessage(status: status, data1, data2))
  }

  /// What a receiver stores after the chase to a tick at which no track has a message.
  private func restored(_ lists: [[CompiledMessage]], at tick: Tick, loop: Tick = 0) -> ReceiverModel {
    let stage = SequencerStage()
    stage.sequencer.publish(
      .of(lists.enumerated().map { (TrackTimeline(notes: [], messages: $1), .of(UInt32($0 + 1), loop: loop)) }))
    return ReceiverModel(stage.cycle(1, MusicalContext(tempo: 120, beat: Double(tick) / 960)).map(\.message))
  }
}

extension CompiledMessage {
  fileprivate var value: UInt8 { message.data2 }
}

/// What a receiver stores of one channel. Settings that have never been made are absent.
private struct ReceiverModel: Equatable {
  private var controllers: [UInt8: UInt8] = [:]
  private var (bank, programBank): ([UInt8: UInt8], [UInt8: UInt8]) = ([:], [:])
  private var (program, pressure, pitchBend): (UInt8?, UInt8?, Int?)
  private var (registered, nonRegistered) = (Number(), Number())
  private var isNonRegistered: Bool?
  private var values: [Number: Int] = [:]
  /// What data entry has composed since a non-registered parameter was selected.
  private var entry: Int?
  private var hasEntryMSB = false
  /// Whether a SoundFont number selects a generator, and whether an LSB has added hundreds to the next one.
  private var (isGenerator, hasHundreds) = (false, false)
  /// What the sound controllers 71…78 set, and the parameters of GS and XG that set the same.
  private var sounds: [UInt8: UInt8] = [:]

  /// A parameter number; 127 where nothing was received.
  private struct Number: Hashable {
    var isNonRegistered = false
    var (most, least): (UInt8, UInt8) = (127, 127)

    /// Source: General MIDI 2 §3.4.
    var initial: Int {
      switch (isNonRegistered, most, least) {
      case (false, 0, 0): 256
      case (false, 0, 1), (false, 0, 2), (true, _, _): 8_192
      default: 0
      }
    }

    /// The sound controller that sets the same; nil for none.
    var soundController: UInt8? {
      isNonRegistered && most == 1 ? [8: 76, 9: 77, 10: 78, 32: 74, 33: 71, 99: 73, 100: 75, 102: 72][least] : nil
    }
  }

  init(_ messages: [ChannelMessage]) {
    nonRegistered.isNonRegistered = true
    for message in messages { receive(message) }
    values = values.filter { $0.value != $0.key.initial }
  }

  private mutating func receive(_ message: ChannelMessage) {
    let (number, value) = (message.data1, message.data2)
    if message.status & 0xF0 == 0xB0, (98...101).contains(number) {
      (entry, hasEntryMSB) = (nil, false)
      // SoundFont 2.01 §9.6.2: the LSB counts after the MSB, and 100 to 102 add hundreds; no generator is above 99
      let isLeast = number == 98 && nonRegistered.most == 120
      isGenerator = isLeast && value < 100 && !hasHundreds
      hasHundreds = isLeast && (100...102).contains(value)
    }
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
      default:
        controllers[number] = value
        if (71...78).contains(number) { sounds[number] = value }
        if (1..<32).contains(number), controllers[number + 32] != nil { controllers[number + 32] = 0 }
      }
    }
  }

  private mutating func enter(_ controller: UInt8, _ value: Int) {
    guard let isNonRegistered else { return }
    let number = isNonRegistered ? nonRegistered : registered
    guard (number.most, number.least) != (127, 127) else { return }
    if isNonRegistered, number.most == 120, !isGenerator { return }
    // GS, XG and SoundFont have values from an MSB on; they and the AWE 32 have no increments
    let needsMSB = isNonRegistered && ([1, 120] + Array(20...31) + Array(48...53)).contains(number.most)
    if controller > 38, needsMSB || isNonRegistered && number.most == 127 { return }
    if controller == 38, needsMSB, !hasEntryMSB {
      entry = 8_192 + value
      return
    }
    let old = isNonRegistered && controller < 96 ? entry ?? 8_192 : values[number] ?? number.initial
    switch controller {
    case 6:
      values[number] = value * 128 + (isNonRegistered ? old % 128 : 0)
      if let sound = number.soundController { sounds[sound] = UInt8(value) }
    case 38: values[number] = old / 128 * 128 + value
    default: values[number] = stepped(number, old, controller == 96 ? 1 : -1)
    }
    if isNonRegistered { (entry, hasEntryMSB) = (values[number], needsMSB && (hasEntryMSB || controller == 6)) }
  }

  /// Source: RP-018.
  private func stepped(_ number: Number, _ old: Int, _ step: Int) -> Int {
    switch (number.isNonRegistered, number.most, number.least) {
    case (false, 0, 0):
      let cents = min(12_799, max(0, old / 128 * 100 + min(99, old % 128) + step))
      return cents / 100 * 128 + cents % 100
    case (false, 0, 2): return min(127, max(0, old / 128 + step)) * 128 + old % 128
    default: return min(16_383, max(0, old + step))
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

  /// A message that selects or sets a parameter of channel 0, mostly one of SoundFont.
  fileprivate mutating func soundFontMessage() -> ChannelMessage {
    switch Int.random(in: 0...9, using: &self) {
    case 0: return ChannelMessage(status: 0xB0, pick([100, 101]), 0)
    case 1, 2: return ChannelMessage(status: 0xB0, 99, pick([1, 120, 120, 120]))
    case 3...5: return ChannelMessage(status: 0xB0, 98, pick([8, 9, 100]))
    default: return ChannelMessage(status: 0xB0, pick([6, 38, 96]), UInt8.random(in: 0...127, using: &self))
    }
  }

  /// Messages of one tick that change the state of channel 0 in the same way, whatever came before.
  fileprivate mutating func independentMessages() -> [ChannelMessage] {
    let (value, part) = (UInt8.random(in: 0...127, using: &self), UInt8.random(in: 0...2, using: &self))
    func controllers(_ list: [(UInt8, UInt8)]) -> [ChannelMessage] {
      list.map { ChannelMessage(status: 0xB0, $0, $1) }
    }
    switch Int.random(in: 0...9, using: &self) {
    case 0: return controllers([(0, value), (32, part)]) + [ChannelMessage(status: 0xC0, part, 0)]
    case 1: return [ChannelMessage(status: 0xD0, value, 0), ChannelMessage(status: 0xE0, value, part)]
    case 2: return controllers([(99, 1), (98, pick([8, 32, 33, 102])), (6, value)])
    case 3: return controllers([(98, part), (99, part), (6, value), (38, part)])
    case 4: return controllers([(101, 0), (100, part), (6, value), (96, 0)])
    case 5, 6: return controllers([(pick([98, 99, 100, 101]), part)])
    case 7: return controllers([(pick([71, 72, 74, 76]), value)])
    default: return controllers([(pick([7, 39, 10, 42, 64]), value)])
    }
  }
}
