import TactusMIDI
import TactusTime

/// The channel state after a compiled track's messages, and when each part of it was set last. The messages must not
/// reset controllers.
///
/// - Thread: control
final class StampedState {
  private let memory = ChaseMemory.allocate()
  /// For each channel, the index of the message that last set each part; −1 if none has.
  private var stamps = [Int32](repeating: -1, count: ChaseMemory.channelCount * StampedState.parts)
  /// For each of the ``ChaseMemory/parameters``, the index of the message that last set it.
  private var parameterStamps = [Int32](
    repeating: -1, count: ChaseMemory.channelCount * ChaseMemory.parametersPerChannel)
  /// The ticks of all messages.
  private var ticks: [Tick] = []

  // the parts of a channel: 128 controllers, followed by these
  private static let (program, programBank, pressure, pitchBend, parts) = (128, 129, 162, 163, 164)

  deinit { memory.deallocate() }

  /// Adds a message.
  func take(_ message: CompiledMessage) {
    ticks.append(message.tick)
    guard !message.message.isSystemExclusive else { return }
    let list = message.message.translatedToMIDI1()
    for index in 0..<list.endIndex {
      let message = list.message(index)
      memory.take(message)
      stamp(message)
    }
  }

  private func stamp(_ message: ChannelMessage) {
    let channel = ChaseMemory.index(message)
    let (first, now) = (channel * Self.parts, Int32(ticks.count - 1))
    let number = Int(message.data1)
    switch message.status & 0xF0 {
    case 0xB0:
      stamps[first + number] = now
      if (1..<32).contains(number) { stamps[first + number + 32] = now }  // an MSB resets its LSB to 0
      if [6, 38, 96, 97].contains(number), memory.channels[channel].setsParameter(number) {
        stampParameter(channel, now)
      }
    case 0xC0:
      stamps[first + Self.program] = now
      stamps[first + Self.programBank] = stamps[first]
      stamps[first + Self.programBank + 32] = stamps[first + 32]
    case 0xD0: stamps[first + Self.pressure] = now
    case 0xE0: stamps[first + Self.pitchBend] = now
    default: break
    }
  }

  private func stampParameter(_ channel: Int, _ now: Int32) {
    let first = channel * ChaseMemory.parametersPerChannel
    let selected = memory.channels[channel].selected
    for slot in 0..<memory.channels[channel].parameterCount
    where memory.parameters[first + slot].number == selected { parameterStamps[first + slot] = now }
  }

  /// The messages that restore the state. Each has the tick at which its part of the state was last set. They are in
  /// the order in which the parts were set.
  var messages: [CompiledMessage] {
    var stamped: [(stamp: Int32, message: ChannelMessage)] = []
    for channel in 0..<ChaseMemory.channelCount { add(channel, &stamped) }
    return stamped.indices.sorted { (stamped[$0].stamp, $0) < (stamped[$1].stamp, $1) }.map {
      CompiledMessage(tick: ticks[Int(stamped[$0].stamp)], message: stamped[$0].message)
    }
  }

  private func add(_ channel: Int, _ stamped: inout [(stamp: Int32, message: ChannelMessage)]) {
    let first = channel * Self.parts
    var restored: [ChannelMessage] = []
    memory.restore(channel, resets: false) { restored.append($0) }
    var isBeforeProgram = memory.channels[channel].program >= 0
    var index = 0
    while index < restored.count {
      let (message, number) = (restored[index], Int(restored[index].data1))
      let part: Int
      switch message.status & 0xF0 {
      case 0xB0 where (98...101).contains(number):
        // two messages select a parameter, and two more set it; if none set it, `selections` has the first two
        let stamp = parameterStamp(channel, restored[index...])
        if let stamp { stamped += restored[index..<(index + 4)].map { (stamp, $0) } }
        index += stamp == nil ? 2 : 4
        continue
      case 0xB0 where number == 0 || number == 32: part = isBeforeProgram ? Self.programBank + number : number
      case 0xB0: part = number
      case 0xC0: (part, isBeforeProgram) = (Self.program, false)
      case 0xD0: part = Self.pressure
      default: part = Self.pitchBend
      }
      stamped.append((stamps[first + part], message))
      index += 1
    }
    stamped += selections(channel) + repeatedBanks(channel)
  }

  /// Returns the messages that select the parameter numbers of both kinds. Each half of a number keeps its own stamp,
  /// because another track may have selected the other half, or the other kind, between the two.
  private func selections(_ channel: Int) -> [(stamp: Int32, message: ChannelMessage)] {
    let state = memory.channels[channel]
    var messages: [(stamp: Int32, message: ChannelMessage)] = []
    for number in [state.other, state.selected] where number != ChaseChannel.noParameter {
      let (first, most) = (channel * Self.parts, number & 16_384 == 0 ? 101 : 99)
      // an LSB after the MSB selects no generator only if an LSB before it has added hundreds
      if number & ChaseParameter.lacksGenerator != 0, stamps[first + 98] > stamps[first + 99] {
        messages.append((stamps[first + 98], Self.message(channel, 98, 100)))
      }
      for (controller, value) in [(most, number >> 7 & 127), (most - 1, number & 127)] {
        let stamp = stamps[first + controller]
        if stamp >= 0 { messages.append((stamp, Self.message(channel, controller, UInt8(value)))) }
      }
    }
    return messages
  }

  /// Returns the bank selects that followed the last program change and selected its bank again. They count, because
  /// another track may have selected another bank before them.
  private func repeatedBanks(_ channel: Int) -> [(stamp: Int32, message: ChannelMessage)] {
    let (first, state, bank) = (channel * Self.parts, memory.channels[channel], memory.bank(of: channel))
    guard state.program >= 0 else { return [] }
    var messages: [(stamp: Int32, message: ChannelMessage)] = []
    for (controller, value, before) in [(0, bank.0, state.programBank.0), (32, bank.1, state.programBank.1)] {
      let stamp = stamps[first + controller]
      guard value >= 0, value == before, stamp > stamps[first + Self.program] else { continue }
      messages.append((stamp, Self.message(channel, controller, UInt8(value))))
    }
    return messages
  }

  private static func message(_ channel: Int, _ controller: Int, _ value: UInt8) -> ChannelMessage {
    ChannelMessage(status: 0xB0 | UInt8(channel & 15), UInt8(controller), value, port: UInt8(channel >> 4))
  }

  /// Returns the index of the message that last set a parameter; nil if the messages only select it. `messages` begins
  /// with the two messages that select the parameter.
  private func parameterStamp(_ channel: Int, _ messages: ArraySlice<ChannelMessage>) -> Int32? {
    let (first, index) = (channel * ChaseMemory.parametersPerChannel, messages.startIndex)
    guard index + 3 < messages.endIndex, messages[index + 2].status & 0xF0 == 0xB0, messages[index + 2].data1 == 6
    else { return nil }
    var (number, other) = (ChaseChannel.noParameter, ChaseChannel.noParameter)
    for message in messages.prefix(2) {
      number = ChaseMemory.select(message.data1, message.data2, after: number, other: &other) ?? number
    }
    for slot in 0..<memory.channels[channel].parameterCount
    where memory.parameters[first + slot].number == number { return parameterStamps[first + slot] }
    return nil
  }
}
