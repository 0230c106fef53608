import TactusMIDI

/// The state of all channels after a series of messages: programs, controllers, parameters, pressure, pitch bend.
///
/// To find the state at a tick, all messages before that tick are added to an empty state. The resulting messages set
/// each setting once, in the order that receivers require. The size is fixed: for each channel, the first
/// ``parametersPerChannel`` parameters are stored.
struct ChaseMemory {
  let channels: UnsafeMutablePointer<ChaseChannel>
  /// The controller values, 128 per channel.
  let values: UnsafeMutablePointer<UInt8>
  /// The parameters, ``parametersPerChannel`` per channel.
  let parameters: UnsafeMutablePointer<ChaseParameter>
  /// The numbers of the parameters that have been sent, ``parametersPerChannel`` per channel.
  let sentParameters: UnsafeMutablePointer<UInt16>
  /// A single flag: whether a message that could sustain a sound has been sent.
  let flags: UnsafeMutablePointer<Bool>

  /// The number of channels: 16 ports with 16 channels each.
  static var channelCount: Int { 256 }
  static var parametersPerChannel: Int { 32 }

  /// Clears the state, but not the record of sent messages.
  func clear() {
    for index in 0..<Self.channelCount { channels[index].clear() }
  }

  static func index(_ message: ChannelMessage) -> Int { Int(message.port) &<< 4 | Int(message.channel) }

  /// Adds a message to the state.
  func take(_ message: ChannelMessage, of track: UInt32 = 0) {
    guard !message.isSystemExclusive else { return }
    if message.isMIDI2 {
      let list = message.translatedToMIDI1()
      for index in 0..<list.endIndex { take(list.message(index), of: track) }
      return
    }
    let index = Self.index(message)
    let isPedal = message.status & 0xF0 == 0xB0 && ChaseChannel.pedalBit(message.data1) != 0
    if isPedal || message.status & 0xF0 == 0xE0 { channels[index].stateTrack = track }
    switch message.status & 0xF0 {
    case 0xB0: take(controller: Int(message.data1), message.data2, of: index)
    case 0xC0:
      channels[index].program = Int16(message.data1)
      channels[index].programBank = bank(of: index)
    case 0xD0: channels[index].pressure = Int16(message.data1)
    case 0xE0: channels[index].pitchBend = Int32(truncatingIfNeeded: message.pitchBend)
    default: break
    }
  }

  private func take(controller number: Int, _ value: UInt8, of index: Int) {
    let channel = channels + index
    switch number {
    case 6, 38, 96, 97: enter(number, value, channel, parameters + index &* Self.parametersPerChannel)
    case 98...101:
      let selected = Self.select(
        UInt8(truncatingIfNeeded: number), value, after: channel.pointee.selected, other: &channel.pointee.other)
      channel.pointee.selected = selected ?? channel.pointee.selected
      (channel.pointee.entry, channel.pointee.hasEntryMSB) = (nil, false)
    case 121: reset(index)
    case 120, 122, 123, 124, 125, 126, 127: break
    default:
      values[index &* 128 &+ number] = value
      ChaseChannel.insert(number, &channel.pointee.set)
      channel.pointee.laterControllers |= ChaseChannel.soundControllerBit(number)
      if number > 0, number < 32, ChaseChannel.has(channel.pointee.set, number &+ 32) {
        values[index &* 128 &+ number &+ 32] = 0
      }
    }
  }

  /// Returns the MSB and the LSB of the selected bank; −1 if not set.
  func bank(of index: Int) -> (Int16, Int16) {
    let channel = channels + index
    let values = values + index &* 128
    return (
      ChaseChannel.has(channel.pointee.set, 0) ? Int16(values[0]) : -1,
      ChaseChannel.has(channel.pointee.set, 32) ? Int16(values[32]) : -1
    )
  }

  /// Resets all controllers. Source: RP-015, response to reset all controllers; and the behavior of the AWE 32. Hold 2
  /// and the legato pedal are reset too, as in the synthesizer.
  private func reset(_ index: Int) {
    for number in 0..<128 where ChaseChannel.has(channels[index].set, number) && Self.isReset(number) {
      values[index &* 128 &+ number] = number == 11 ? 127 : 0
    }
    if channels[index].pitchBend >= 0 { channels[index].pitchBend = 8192 }
    if channels[index].pressure >= 0 { channels[index].pressure = 0 }
    (channels[index].selected, channels[index].other) = (ChaseChannel.noParameter, ChaseChannel.noParameter)
    (channels[index].entry, channels[index].hasEntryMSB) = (nil, false)
    let parameters = parameters + index &* Self.parametersPerChannel
    var kept = 0
    for slot in 0..<channels[index].parameterCount where !parameters[slot].isGenerator {
      parameters[kept] = parameters[slot]
      kept &+= 1
    }
    channels[index].parameterCount = kept
  }

  private static func isReset(_ controller: Int) -> Bool {
    switch controller {
    case 1, 11, 33, 43, 64...69: true
    default: false
    }
  }

  /// Applies data entry to the selected parameter.
  private func enter(
    _ number: Int, _ value: UInt8, _ channel: UnsafeMutablePointer<ChaseChannel>,
    _ parameters: UnsafeMutablePointer<ChaseParameter>
  ) {
    let selected = channel.pointee.selected
    guard Self.isParameter(selected) else { return }
    guard channel.pointee.setsParameter(number) else {
      if number == 38 { channel.pointee.entry = 8_192 | UInt16(value) }  // the MSB that follows keeps it
      return
    }
    var index = 0
    while index < channel.pointee.parameterCount, parameters[index].number != selected { index &+= 1 }
    if index == channel.pointee.parameterCount {
      guard index < Self.parametersPerChannel else { return }
      parameters[index] = ChaseParameter(number: selected, value: Self.initialValue(ofParameter: selected))
      channel.pointee.parameterCount &+= 1
    }
    let isRegistered = selected & 16_384 == 0
    let old = isRegistered ? parameters[index].value : channel.pointee.entry ?? 8_192
    switch number {
    case 6:
      parameters[index].value = UInt16(value) &<< 7 | (isRegistered ? 0 : old & 127)
      let controller = ChaseParameter.soundController(ofParameter: selected)
      channel.pointee.laterControllers &= ~ChaseChannel.soundControllerBit(controller)
    case 38: parameters[index].value = old & ~127 | UInt16(value)
    default:
      parameters[index].value = ParameterAssembler.stepped(
        selected & 16_383, isRegistered: isRegistered, from: parameters[index].value, up: number == 96)
    }
    channel.pointee.entry = isRegistered ? nil : parameters[index].value
    if !isRegistered, number == 6 { channel.pointee.hasEntryMSB = true }
  }

  /// Returns the value of a parameter before the first data entry: for non-registered parameters the center, as in the
  /// synthesizer.
  private static func initialValue(ofParameter number: UInt16) -> UInt16 {
    number & 16_384 != 0 ? 8_192 : ChannelDefaults.value(ofParameter: number) ?? 0
  }

  // MARK: Sent messages

  /// Whether a message that could sustain a sound has been sent.
  var mayHold: Bool { flags[0] }

  /// Records that a message has been sent to a receiver.
  func note(sent message: ChannelMessage, by track: UInt32) {
    guard !message.isSystemExclusive else { return }
    if message.isMIDI2 {
      let list = message.translatedToMIDI1()
      for index in 0..<list.endIndex { note(sent: list.message(index), by: track) }
      return
    }
    let channel = channels + Self.index(message)
    switch message.status & 0xF0 {
    case 0xB0:
      ChaseChannel.insert(Int(message.data1), &channel.pointee.sent)
      note(sentController: message.data1, message.data2, of: Self.index(message))
      let isGenerator = message.data1 == 99 && (message.data2 == 120 || message.data2 == 127)
      if isGenerator { channel.pointee.hasSentGenerator = true }
      let pedal = ChaseChannel.pedalBit(message.data1)
      guard pedal != 0 else { return }
      if message.data2 > 0 { channel.pointee.pedals |= pedal } else { channel.pointee.pedals &= ~pedal }
      channel.pointee.sentTrack = track
    case 0xC0: channel.pointee.hasSentProgram = true
    case 0xD0: channel.pointee.hasSentPressure = true
    case 0xE0:
      channel.pointee.hasSentPitchBend = true
      channel.pointee.isBent = message.pitchBend != 8192
      channel.pointee.sentTrack = track
    default: break
    }
    if channel.pointee.pedals != 0 || channel.pointee.isBent { flags[0] = true }
  }

  /// Records that everything has been released.
  func noteReleased() { flags[0] = false }
}
