import TactusMIDI

/// The settings that messages have given to the channels of their receivers: programs, controllers, registered
/// parameters, pressure and pitch bends.
///
/// - Thread: audio
struct SettingsRecord {
  private let channels: UnsafeMutablePointer<ChannelSettings>
  /// The numbers of the parameters that have been set, ascending; ``parametersPerChannel`` for each channel.
  private let parameters: UnsafeMutablePointer<UInt16>

  static var parametersPerChannel: Int { 16 }

  init(channels: UnsafeMutablePointer<ChannelSettings>, parameters: UnsafeMutablePointer<UInt16>) {
    (self.channels, self.parameters) = (channels, parameters)
  }

  /// Forgets all messages.
  func clear() {
    for index in 0..<SongNotes.channels { channels[index] = ChannelSettings() }
  }

  // MARK: Recording

  /// Adds the next message.
  func note(_ message: ChannelMessage) {
    guard message.isForChannel else { return }
    if message.isMIDI2 {
      let list = message.translatedToMIDI1()
      for index in 0..<list.endIndex { note(list.message(index)) }
      return
    }
    let index = SongNotes.channel(of: message)
    switch message.status & 0xF0 {
    case 0xB0: note(controller: Int(message.data1), message.data2, of: index)
    case 0xC0:
      let hasBank = channels[index].changed.0 & ChannelSettings.banks != 0
      (channels[index].hasProgram, channels[index].isOtherProgram) = (true, hasBank || message.data1 != 0)
    case 0xD0: (channels[index].hasPressure, channels[index].isPressed) = (true, message.data1 != 0)
    case 0xE0: (channels[index].hasBend, channels[index].isBent) = (true, message.pitchBend != 8192)
    default: break
    }
  }

  private func note(controller number: Int, _ value: UInt8, of index: Int) {
    switch number {
    case 6, 38, 96, 97: noteEntry(index)
    case 98...101: channels[index].select(number, value)
    case 121:
      (channels[index].selected, channels[index].hasGenerator) = (ChannelSettings.noParameter, false)
      channels[index].other = ChannelSettings.noParameter
    // the source key of portamento is for one note only; the value 0 would be another source key
    case 84, 120, 122...127: break
    default: channels[index].note(number, isDefault: value == ChannelDefaults.value(ofController: number))
    }
  }

  /// Records that data entry has set the selected parameter, if it is a registered one.
  private func noteEntry(_ index: Int) {
    let selected = channels[index].selected
    if selected < 16_383 { insert(selected, index) }
  }

  /// Records that a registered parameter has been set.
  private func insert(_ parameter: UInt16, _ index: Int) {
    let count = channels[index].parameterCount
    guard !hasSet(parameter, index), count < Self.parametersPerChannel else { return }
    let list = parameters + index &* Self.parametersPerChannel
    var slot = count
    while slot > 0, list[slot &- 1] > parameter {
      list[slot] = list[slot &- 1]
      slot &-= 1
    }
    list[slot] = parameter
    channels[index].parameterCount &+= 1
  }

  private func hasSet(_ parameter: UInt16, _ index: Int) -> Bool {
    let list = parameters + index &* Self.parametersPerChannel
    for slot in 0..<channels[index].parameterCount where list[slot] == parameter { return true }
    return false
  }

  /// Adds what a channel of another record has been sent to a channel of this one: either may have been set.
  func add(_ source: Int, of other: SettingsRecord, to index: Int) {
    channels[index].add(other.channels[source])
    let list = other.parameters + source &* Self.parametersPerChannel
    for slot in 0..<other.channels[source].parameterCount { insert(list[slot], index) }
  }

  // MARK: Resetting

  /// Calls `send` with the messages that set a channel's settings to their defaults, in the order of the sequencer's
  /// chase: bank and program, controllers, parameters, pressure, pitch bend. Leaves out settings that have their
  /// default values, and those that the messages recorded in `next` set afterwards.
  ///
  /// - Parameter send: sends a message, and records it here.
  func reset(_ index: Int, unlessSetIn next: SettingsRecord, _ send: (ChannelMessage) -> Void) {
    let (channel, later) = (channels[index], next.channels[index])
    guard channel.hasChanged() else { return }
    let port = UInt8(truncatingIfNeeded: index &>> 4)
    let number = UInt8(truncatingIfNeeded: index & 15)
    func put(_ status: UInt8, _ data1: UInt8, _ data2: UInt8 = 0) {
      send(ChannelMessage(status: status | number, data1, data2, port: port))
    }
    // only controller 121 resets generators
    if channel.hasGenerator { put(0xB0, 121) }
    let resetsProgram = channel.isOtherProgram && !later.hasProgram
    let low = channel.changed.0 & ~(resetsProgram ? later.set.0 & ~ChannelSettings.banks : later.set.0)
    if low & 1 != 0 { put(0xB0, 0) }
    if low &>> 32 & 1 != 0 { put(0xB0, 32) }
    if resetsProgram { put(0xC0, 0) }
    var bits = low & ~ChannelSettings.banks
    while bits != 0 {
      let controller = bits.trailingZeroBitCount
      bits &= bits &- 1
      put(0xB0, UInt8(truncatingIfNeeded: controller), ChannelDefaults.value(ofController: controller))
    }
    bits = channel.changed.1 & ~later.set.1
    while bits != 0 {
      let controller = 64 &+ bits.trailingZeroBitCount
      bits &= bits &- 1
      put(0xB0, UInt8(truncatingIfNeeded: controller), ChannelDefaults.value(ofController: controller))
    }
    var isSelected = channel.hasSelection()
    for slot in 0..<channel.parameterCount {
      let parameter = parameters[index &* Self.parametersPerChannel &+ slot]
      if next.hasSet(parameter, index) { continue }
      let value = ChannelDefaults.value(ofParameter: parameter) ?? 0
      put(0xB0, 101, UInt8(truncatingIfNeeded: parameter &>> 7))
      put(0xB0, 100, UInt8(truncatingIfNeeded: parameter & 127))
      put(0xB0, 6, UInt8(truncatingIfNeeded: value &>> 7))
      put(0xB0, 38, UInt8(truncatingIfNeeded: value & 127))
      isSelected = true
    }
    channels[index].parameterCount = 0
    if isSelected {
      put(0xB0, 101, 127)
      put(0xB0, 100, 127)
    }
    if channel.isPressed, !later.hasPressure { put(0xD0, 0) }
    if channel.isBent, !later.hasBend { put(0xE0, 0, 64) }
  }
}

/// The settings that messages have given to a channel.
struct ChannelSettings: BitwiseCopyable {
  /// The controllers that have been set, one bit each. A bank select counts only before the first program change, which
  /// otherwise takes the former bank.
  var set: (UInt64, UInt64) = (0, 0)
  /// The controllers whose last value is not the default, one bit each.
  var changed: (UInt64, UInt64) = (0, 0)
  var hasProgram = false
  /// Whether the last program change was for another program than program 0 of bank 0.
  var isOtherProgram = false
  var hasPressure = false
  var isPressed = false
  var hasBend = false
  var isBent = false
  /// Whether a parameter that sets a generator may have been set; see `ChaseParameter`.
  var hasGenerator = false
  /// The parameter that data entry sets: MSB · 128 + LSB, plus 16,384 for a non-registered one.
  var selected = ChannelSettings.noParameter
  /// The parameter of the other kind, whose number is kept.
  var other = ChannelSettings.noParameter
  /// The number of registered parameters that have been set.
  var parameterCount = 0

  init() {}

  static var noParameter: UInt16 { .max }
  /// The bits of the bank selects.
  static var banks: UInt64 { 1 &<< 32 | 1 }

  /// Whether data entry would set a parameter.
  func hasSelection() -> Bool { selected & 16_383 != 16_383 }

  /// Whether any setting may differ from its default.
  func hasChanged() -> Bool {
    changed.0 | changed.1 != 0 || isOtherProgram || isPressed || isBent || hasGenerator || parameterCount > 0
      || hasSelection()
  }

  /// Adds what another channel has been sent, except parameters, of which the record has a list.
  mutating func add(_ other: ChannelSettings) {
    set = (set.0 | other.set.0, set.1 | other.set.1)
    changed = (changed.0 | other.changed.0, changed.1 | other.changed.1)
    (hasProgram, isOtherProgram) = (hasProgram || other.hasProgram, isOtherProgram || other.isOtherProgram)
    (hasPressure, isPressed) = (hasPressure || other.hasPressure, isPressed || other.isPressed)
    (hasBend, isBent) = (hasBend || other.hasBend, isBent || other.isBent)
    hasGenerator = hasGenerator || other.hasGenerator
    if !hasSelection() { (selected, self.other) = (other.selected, other.other) }
  }

  /// Records the value of a controller.
  mutating func note(_ controller: Int, isDefault: Bool) {
    let bit: UInt64 = 1 &<< UInt64(truncatingIfNeeded: controller & 63)
    if controller < 64 {
      if !hasProgram || bit & Self.banks == 0 { set.0 |= bit }
      changed.0 = isDefault ? changed.0 & ~bit : changed.0 | bit
    } else {
      set.1 |= bit
      changed.1 = isDefault ? changed.1 & ~bit : changed.1 | bit
    }
  }

  /// Records one of the controllers 98…101, which select a parameter.
  mutating func select(_ controller: Int, _ value: UInt8) {
    let kind: UInt16 = controller < 100 ? 16_384 : 0
    var before = selected
    if selected == Self.noParameter || selected & 16_384 != kind {
      before = other == Self.noParameter ? kind | 16_383 : other
      other = selected
    }
    selected = controller & 1 == 1 ? before & ~(127 &<< 7) | UInt16(value) &<< 7 : before & ~127 | UInt16(value)
    // MSB 120: SoundFont; 127: AWE 32
    if controller == 99, value == 120 || value == 127 { hasGenerator = true }
  }
}
