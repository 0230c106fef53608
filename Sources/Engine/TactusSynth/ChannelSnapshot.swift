import TactusMIDI

/// The settings of a part that messages of its channel can make.
///
/// - Thread: control
package struct ChannelSnapshot {
  /// The channel, as port · 16 + channel.
  let channel: Int
  /// The part that receives the channel.
  let part: Int
  private let controllers: [UInt8]
  private let keyPressures: [UInt8]
  private let pressure: UInt8
  private let pitchBend: Int32
  private let program: UInt8
  /// The selected preset, as bank · 128 + program.
  private let address: Int32
  /// The pitch bend range in cents. System-exclusive messages can set negative ones.
  private let bendRange: Double
  /// The values of the registered parameters 0…5.
  private let registered: [Int]
  private let equalizer: PartEqualizer
  private let isDrums: Bool
  /// The settings of the drum keys; empty if no message has changed any of them.
  private let drumKeys: [DrumKey]
  /// The parameter that data entry sets.
  private let selected: ParameterState
  /// The kinds of message that the part receives, one bit each; see `PartSettings.receives`.
  let receives: UInt32
  /// The drum map that the part uses for rhythm; see `PartSettings.drumMap`.
  let drumMap: UInt8

  init(_ state: Channel, _ settings: PartSettings, channel: Int, part: Int) {
    (self.channel, self.part) = (channel, part)
    (receives, drumMap) = (settings.receives, settings.drumMap)
    controllers = Array(UnsafeBufferPointer(start: state.controllers, count: 128))
    keyPressures = Array(UnsafeBufferPointer(start: state.keyPressures, count: 128))
    (pressure, pitchBend) = (state.pressure, state.pitchBend)
    (program, address) = (state.program, state.address)
    bendRange = state.bendRange
    registered = (UInt8(0)..<6).map { number in
      var state = state
      state.parameter = ParameterState()
      state.parameter.select(.registered, msb: 0, lsb: number)
      state.recallParameter()
      return state.parameter.value
    }
    equalizer = state.shape.equalizer
    let hasDrumKeys = state.overrides & ChannelOverrides.hasDrumKeys != 0
    isDrums = state.isDrums
    drumKeys = hasDrumKeys ? Array(UnsafeBufferPointer(start: state.drumKeys, count: 128)) : []
    selected = state.parameter
  }

  // MARK: Restoring

  /// Returns the messages that select the program of this snapshot; none if the present state has the same preset.
  func programMessages(from present: ChannelSnapshot) -> [ChannelMessage] {
    guard address != present.address else { return [] }
    return [control(0, controllers[0]), control(32, controllers[32]), message(0xC0, program)]
  }

  /// Returns the messages that change all other settings of the present state to those of this snapshot, as far as
  /// messages of the channel can.
  func messages(from present: ChannelSnapshot) -> [ChannelMessage] {
    var messages = controllerMessages(from: present)
    let parameters = parameterMessages(from: present)
    messages += parameters + selectionMessages(after: parameters, from: present.selected)
    if pressure != present.pressure { messages.append(message(0xD0, pressure)) }
    for key in UInt8(0)..<128 where keyPressures[Int(key)] != present.keyPressures[Int(key)] {
      messages.append(message(0xA0, key, keyPressures[Int(key)]))
    }
    if pitchBend != present.pitchBend {
      messages.append(
        message(0xE0, UInt8(truncatingIfNeeded: pitchBend & 127), UInt8(truncatingIfNeeded: pitchBend >> 7)))
    }
    return messages
  }

  private func controllerMessages(from present: ChannelSnapshot) -> [ChannelMessage] {
    var messages: [ChannelMessage] = []
    var values = present.controllers
    for number in 0..<120 where Self.isSetting(controller: number) && controllers[number] != values[number] {
      messages.append(control(UInt8(number), controllers[number]))
      // the MSB of a controller clears its LSB, except for bank select
      if (1..<32).contains(number) { values[number + 32] = 0 }
    }
    return messages
  }

  /// Whether a controller sets something by itself, and for more than the next note.
  private static func isSetting(controller number: Int) -> Bool {
    switch number {
    case Channel.dataMSB, Channel.dataLSB, 84, 96...101: false
    default: true
    }
  }

  private func parameterMessages(from present: ChannelSnapshot) -> [ChannelMessage] {
    var messages: [ChannelMessage] = []
    for number in 0..<registered.count where differs(registered: number, from: present) {
      messages += [
        control(101, 0), control(100, UInt8(number)), control(6, UInt8(truncatingIfNeeded: registered[number] >> 7)),
        control(38, UInt8(truncatingIfNeeded: registered[number] & 127)),
      ]
    }
    messages += Self.differing(equalizerParameters, present.equalizerParameters).flatMap(setting)
    // messages of a melodic part would change the setup of the drum parts that share its map
    if isDrums, present.isDrums, !drumKeys.isEmpty || !present.drumKeys.isEmpty {
      messages += Self.differing(drumParameters, present.drumParameters).flatMap(setting)
    }
    return messages
  }

  private func differs(registered number: Int, from present: ChannelSnapshot) -> Bool {
    guard number == 0 else { return registered[number] != present.registered[number] }
    return bendRange >= 0 && bendRange != present.bendRange
  }

  /// A non-registered parameter: the MSB and the LSB of its number, and its value.
  private struct Parameter {
    let msb: UInt8
    let lsb: UInt8
    let value: UInt8
  }

  /// Returns the parameters whose values differ. Values above 127 cannot be sent.
  private static func differing(_ parameters: [Parameter], _ present: [Parameter]) -> [Parameter] {
    zip(parameters, present).filter { $0.value != $1.value && $0.value < 128 }.map { $0.0 }
  }

  private var equalizerParameters: [Parameter] {
    equalizer.parameters.map { Parameter(msb: 1, lsb: $0.number, value: $0.value) }
  }

  /// The parameters of all drum keys.
  private var drumParameters: [Parameter] {
    (UInt8(0)..<128).flatMap { key -> [Parameter] in
      let settings = drumKeys.isEmpty ? DrumKey() : drumKeys[Int(key)]
      return settings.parameters.map { Parameter(msb: $0.number, lsb: key, value: $0.value) }
    }
  }

  private func setting(_ parameter: Parameter) -> [ChannelMessage] {
    [control(99, parameter.msb), control(98, parameter.lsb), control(6, parameter.value)]
  }

  /// Returns the messages that select the parameter numbers of both kinds, the active one last.
  ///
  /// - Parameter parameters: the messages that come before, which set parameters.
  private func selectionMessages(
    after parameters: [ChannelMessage], from present: ParameterState
  ) -> [ChannelMessage] {
    guard !parameters.isEmpty || selected.selection != present.selection else { return [] }
    var reached = present
    for message in parameters { reached.follow(message) }
    let (own, before) = (selected.selection, reached.selection)
    let registered = selecting(101, own.registered)
    let halves = selecting(99, own.nonRegistered)
    let nonRegistered = own.lacksGenerator ? [halves[1], halves[0]] : halves
    if case .nonRegistered = selected.kind {
      return (before.registered == own.registered ? [] : registered) + nonRegistered
    }
    return (before.nonRegistered == own.nonRegistered ? [] : nonRegistered) + registered
  }

  private func selecting(_ controller: UInt8, _ number: Int) -> [ChannelMessage] {
    [
      control(controller, UInt8(truncatingIfNeeded: number >> 7)),
      control(controller - 1, UInt8(truncatingIfNeeded: number & 127)),
    ]
  }

  private func control(_ number: UInt8, _ value: UInt8) -> ChannelMessage { message(0xB0, number, value) }

  private func message(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) -> ChannelMessage {
    ChannelMessage(
      status: status | UInt8(truncatingIfNeeded: channel & 15), data1, data2,
      port: UInt8(truncatingIfNeeded: channel >> 4))
  }
}

extension ParameterState {
  /// The numbers of both kinds, and the kind that is active.
  fileprivate struct Selection: Equatable {
    let registered: Int
    let nonRegistered: Int
    let active: Kind
    /// Whether a SoundFont number (MSB 120) does not select the generator of its LSB, because the MSB came last or because
    /// earlier LSBs added hundreds. It is restored with its MSB last, which selects no generator.
    let lacksGenerator: Bool
  }

  fileprivate var selection: Selection {
    let (own, other) = (Int(msb) << 7 | Int(lsb), Int(otherMSB) << 7 | Int(otherLSB))
    let isOther = kind == .nonRegistered
    return Selection(
      registered: isOther ? other : own, nonRegistered: isOther ? own : other, active: isNull ? .none : kind,
      lacksGenerator: isOther && msb == 120 && lacksGenerator)
  }

  private var lacksGenerator: Bool { lsb < 100 ? generator != Int32(lsb) : lsb <= 102 && hundreds == 0 }

  /// Selects a parameter by a message.
  fileprivate mutating func follow(_ message: ChannelMessage) {
    switch message.data1 {
    case 98: select(.nonRegistered, lsb: message.data2)
    case 99: select(.nonRegistered, msb: message.data2)
    case 100: select(.registered, lsb: message.data2)
    case 101: select(.registered, msb: message.data2)
    default: break
    }
  }
}

extension PartEqualizer {
  /// The LSBs of a part's non-registered parameters with MSB 1, with their values.
  fileprivate var parameters: [(number: UInt8, value: UInt8)] {
    (UInt8(48)...53).compactMap { number in
      EqualizerParameter(offset: Int(number) - 48).map { (number: number, value: value(of: $0)) }
    }
  }
}

extension DrumKey {
  /// The MSBs of the key's non-registered parameters, with their values; above 127 if none can be sent.
  fileprivate var parameters: [(number: UInt8, value: UInt8)] {
    DrumParameter.nonRegisteredNumbers.compactMap { number in
      DrumParameter.nonRegistered(number).map { (number: number, value: value(of: $0)) }
    }
  }
}
