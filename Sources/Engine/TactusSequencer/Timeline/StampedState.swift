import TactusMIDI
import TactusTime

/// The channel state after a compiled track's messages, and when each part of it was set last. The messages must not
/// reset controllers.
///
/// - Thread: control
final class StampedState {
  private let memory = ChaseMemory.allocate()
  /// For each channel, the index of the message that last set each part.
  private var stamps = [Int32](repeating: 0, count: ChaseMemory.channelCount * StampedState.parts)
  /// For each of the ``ChaseMemory/parameters``, the index of the message that last set it.
  private var parameterStamps = [Int32](
    repeating: 0, count: ChaseMemory.channelCount * ChaseMemory.parametersPerChannel)
  /// The ticks of all messages.
  private var ticks: [Tick] = []

  // the parts of a channel: 128 controllers, followed by these
  private static let (program, programBank, pressure, pitchBend, selected, parts) = (128, 129, 162, 163, 164, 165)

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
      if (98...101).contains(number) { stamps[first + Self.selected] = now }
      if [6, 38, 96, 97].contains(number) { stampParameter(channel, now) }
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
        let stamp = parameterStamp(channel, restored[index...])
        let count = stamp == nil ? 2 : 4  // two messages select a parameter; two more set it
        stamped += restored[index..<(index + count)].map { (stamp ?? stamps[first + Self.selected], $0) }
        index += count
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

/// Detects messages whose meaning may change if another track has messages on their channel. These are bank selects
/// that another bank select follows without a program change in between, and data entry at another tick than the
/// selection of its parameter.
struct Entanglement {
  /// Whether a track has such messages.
  private(set) var isFound = false
  /// The ticks of the last bank select MSB and LSB of each channel; nil after a program change.
  private var banks = [Tick?](repeating: nil, count: 2 * ChaseMemory.channelCount)
  /// The ticks at which the LSB and the MSB of each channel's parameter number were last selected.
  private var selections = [Tick?](repeating: nil, count: 2 * ChaseMemory.channelCount)

  /// Adds a message.
  mutating func take(_ message: CompiledMessage) {
    guard !message.message.isSystemExclusive else { return }
    let list = message.message.translatedToMIDI1()
    for index in 0..<list.endIndex { take(list.message(index), at: message.tick) }
  }

  private mutating func take(_ message: ChannelMessage, at tick: Tick) {
    let first = 2 * ChaseMemory.index(message)
    switch (message.status & 0xF0, message.data1) {
    case (0xC0, _): (banks[first], banks[first + 1]) = (nil, nil)
    case (0xB0, 0), (0xB0, 32):
      let half = first + Int(message.data1) / 32
      if let before = banks[half], before != tick { isFound = true }
      banks[half] = tick
    case (0xB0, 98...101): selections[first + Int(message.data1 & 1)] = tick
    case (0xB0, 6), (0xB0, 38), (0xB0, 96), (0xB0, 97):
      if selections[first] != tick || selections[first + 1] != tick { isFound = true }
    default: break
    }
  }
}
