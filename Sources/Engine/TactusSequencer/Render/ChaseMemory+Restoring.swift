import TactusMIDI

extension ChaseMemory {
  /// Calls `body` with the messages that set a channel to the chased state: bank, program, controllers, parameters
  /// (each is selected and set; the current parameter is selected again at the end), sound controllers that override
  /// parameters, pressure, pitch bend.
  ///
  /// - Parameter resets: whether settings that have been sent before, but have no value now, are set to their defaults.
  func restore(_ index: Int, resets: Bool, _ body: (ChannelMessage) -> Void) {
    let channel = channels[index]
    let values = values + index &* 128
    let port = UInt8(truncatingIfNeeded: index &>> 4)
    let number = UInt8(truncatingIfNeeded: index & 15)
    func send(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) {
      body(ChannelMessage(status: status | number, data1, data2, port: port))
    }
    // Only controller 121 resets generators that parameters have set. It also resets other settings, which are sent
    // again below.
    if resets, channel.hasSentGenerator { send(0xB0, 121) }
    restoreProgram(index, resets: resets) { send($0, $1, $2) }
    restoreControllers(channel.set.0, resets ? channel.sent.0 : 0, first: 0, values) { send(0xB0, $0, $1) }
    restoreControllers(channel.set.1, resets ? channel.sent.1 : 0, first: 64, values) { send(0xB0, $0, $1) }
    restoreParameters(index, resets: resets) { send(0xB0, $0, $1) }
    restoreLaterControllers(index) { send(0xB0, $0, $1) }
    if channel.pressure >= 0 || resets && channel.hasSentPressure { send(0xD0, UInt8(max(0, channel.pressure))) }
    if channel.pitchBend >= 0 || resets && channel.hasSentPitchBend {
      let pitchBend = channel.pitchBend >= 0 ? channel.pitchBend : 8192
      send(0xE0, UInt8(truncatingIfNeeded: pitchBend & 127), UInt8(truncatingIfNeeded: pitchBend &>> 7))
    }
  }

  /// Sends the values of the 64 controllers from `first` on. A controller that has been sent, but has no value now, is
  /// set to its default.
  private func restoreControllers(
    _ set: UInt64, _ sent: UInt64, first: Int, _ values: UnsafePointer<UInt8>, _ send: (UInt8, UInt8) -> Void
  ) {
    var bits = set | sent
    while bits != 0 {
      let slot = bits.trailingZeroBitCount
      bits &= bits &- 1
      let controller = first &+ slot
      guard Self.isChased(controller) else { continue }
      let isSet = set &>> UInt64(slot) & 1 == 1
      // the MSB of expression has reset its LSB, whose default is not 0
      let isCleared = controller == 43 && set &>> 11 & 1 == 1
      send(
        UInt8(truncatingIfNeeded: controller),
        isSet ? values[controller] : isCleared ? 0 : ChannelDefaults.value(ofController: controller))
    }
  }

  /// Sends the sound controllers again that were set after parameters that set the same.
  private func restoreLaterControllers(_ index: Int, _ send: (UInt8, UInt8) -> Void) {
    let (channel, values) = (channels[index], values + index &* 128)
    let parameters = parameters + index &* Self.parametersPerChannel
    for slot in 0..<channel.parameterCount {
      let controller = ChaseParameter.soundController(ofParameter: parameters[slot].number)
      guard channel.laterControllers & ChaseChannel.soundControllerBit(controller) != 0 else { continue }
      send(UInt8(truncatingIfNeeded: controller), values[controller])
    }
  }

  /// Restores the program with its bank, then the bank for the next program change.
  private func restoreProgram(_ index: Int, resets: Bool, _ send: (UInt8, UInt8, UInt8) -> Void) {
    let channel = channels[index]
    var selected: (Int16, Int16) = (-1, -1)
    if channel.program >= 0 || resets && channel.hasSentProgram {
      selected = channel.programBank
      if selected.0 < 0, resets, ChaseChannel.has(channel.sent, 0) { selected.0 = 0 }
      if selected.1 < 0, resets, ChaseChannel.has(channel.sent, 32) { selected.1 = 0 }
      if selected.0 >= 0 { send(0xB0, 0, UInt8(selected.0)) }
      if selected.1 >= 0 { send(0xB0, 32, UInt8(selected.1)) }
      send(0xC0, UInt8(max(0, channel.program)), 0)
    }
    let bank = bank(of: index)
    if bank.0 >= 0, bank.0 != selected.0 { send(0xB0, 0, UInt8(bank.0)) }
    if bank.1 >= 0, bank.1 != selected.1 { send(0xB0, 32, UInt8(bank.1)) }
  }

  /// Whether a controller is part of the chased state. Banks are restored with programs, and data entry with
  /// parameters; mode messages are not state. The source key of portamento (84) and the prefix for velocities of high
  /// resolution (88) are for one note only.
  static func isChased(_ controller: Int) -> Bool {
    switch controller {
    case 0, 6, 32, 38, 84, 88, 96...101, 120...127: false
    default: true
    }
  }

  /// Calls `body` with messages that release the pedals and center the pitch bends that `track` has moved; if it is
  /// nil, all pedals and pitch bends are reset.
  func releaseControls(of track: UInt32?, _ body: (ChannelMessage) -> Void) {
    for index in 0..<Self.channelCount {
      if let track, channels[index].sentTrack != track { continue }
      releaseControls(index, keepsState: false, body)
    }
  }

  /// Releases the pedals and centers the pitch bend of one channel. With `keepsState`, pedals and pitch bends that the
  /// chased state sets stay unchanged.
  func releaseControls(_ index: Int, keepsState: Bool, _ body: (ChannelMessage) -> Void) {
    let channel = channels[index]
    guard channel.pedals != 0 || channel.isBent else { return }
    let set = keepsState ? channel.set : (0, 0)
    let port = UInt8(truncatingIfNeeded: index &>> 4)
    let number = UInt8(truncatingIfNeeded: index & 15)
    for pedal in UInt8(64)...69 where channel.pedals & ChaseChannel.pedalBit(pedal) != 0 {
      if !ChaseChannel.has(set, Int(pedal)) { body(ChannelMessage(status: 0xB0 | number, pedal, 0, port: port)) }
    }
    if channel.isBent, !keepsState || channel.pitchBend < 0 {
      body(ChannelMessage(status: 0xE0 | number, 0, 64, port: port))
    }
  }
}
