import TactusMIDI

// Registered and non-registered parameters are selected by one pair of controllers and set by another.

extension ChaseMemory {
  /// Returns the parameter that is selected after one of the controllers 98…101; nil for other controllers. It may have
  /// the bit ``ChaseParameter/lacksGenerator``.
  ///
  /// - Parameter other: the parameter of the other kind, which keeps its number.
  static func select(
    _ controller: UInt8, _ value: UInt8, after selected: UInt16, other: inout UInt16
  ) -> UInt16? {
    guard (98...101).contains(controller) else { return nil }
    let kind: UInt16 = controller < 100 ? 16_384 : 0
    let isMost = controller & 1 == 1
    var (number, before) = (selected, selected)
    if selected == ChaseChannel.noParameter || selected & 16_384 != kind {
      number = other == ChaseChannel.noParameter ? kind | 16_383 : other
      other = selected == ChaseChannel.noParameter ? selected : selected & ~ChaseParameter.lacksGenerator
      before = ChaseChannel.noParameter
    }
    number = isMost ? number & ~(127 &<< 7) | UInt16(value) &<< 7 : number & ~127 | UInt16(value)
    return ChaseParameter.selected(number, isMost: isMost, after: before)
  }

  /// Whether data entry has an effect with this selection.
  static func isParameter(_ selected: UInt16) -> Bool {
    guard selected != ChaseChannel.noParameter, selected & 16_383 != 16_383 else { return false }
    return ChaseParameter.mayHaveGenerator(selected)
  }

  /// Records the parameter that a sent controller message selects or sets.
  func note(sentController number: UInt8, _ value: UInt8, of index: Int) {
    let channel = channels + index
    let old = channel.pointee.sentSelected
    if let selected = Self.select(number, value, after: old, other: &channel.pointee.sentOther) {
      channel.pointee.sentSelected = selected
    }
    switch number {
    case 121:
      (channel.pointee.sentSelected, channel.pointee.sentOther) = (ChaseChannel.noParameter, ChaseChannel.noParameter)
    case 6, 38, 96, 97:
      let selected = channel.pointee.sentSelected
      let sent = sentParameters + index &* Self.parametersPerChannel
      guard Self.isParameter(selected), channel.pointee.sentParameterCount < Self.parametersPerChannel else { return }
      for slot in 0..<channel.pointee.sentParameterCount where sent[slot] == selected { return }
      sent[channel.pointee.sentParameterCount] = selected
      channel.pointee.sentParameterCount &+= 1
    default: break
    }
  }

  /// Sends the parameters that have been set, ordered by number: each is selected and then set. Finally, the current
  /// parameter is selected again, and before it the one of the other kind. Both are sent even if they were set last:
  /// ``StampedState`` sends the parameters in another order.
  ///
  /// - Parameter resets: whether registered parameters that have been sent before, but have no value now, are set to
  ///   their defaults.
  func restoreParameters(_ index: Int, resets: Bool, _ send: (UInt8, UInt8) -> Void) {
    let channel = channels[index]
    var isAnySelected = channel.parameterCount > 0 || resets && channel.sentSelected != ChaseChannel.noParameter
    var next = parameter(notBefore: 0, of: index, resets: resets)
    while next != ChaseChannel.noParameter {
      let isLast = channel.hasEntered && next == channel.selected
      if !isLast, let value = value(ofParameter: next, index) ?? defaultValue(ofParameter: next, channel) {
        set(next, value, send)
        isAnySelected = true
      }
      next = parameter(notBefore: next &+ 1, of: index, resets: resets)
    }
    if channel.selected != ChaseChannel.noParameter {
      if channel.other != ChaseChannel.noParameter { select(channel.other, send) }
      // data entry that follows may change a part of the value
      if let entry = channel.entry, channel.hasEntered {
        set(channel.selected, entry, send)
      } else {
        select(channel.selected, send)
        if let entry = channel.entry { send(38, UInt8(truncatingIfNeeded: entry & 127)) }
      }
    } else if isAnySelected {
      select(16_383, send)
    }
  }

  /// Returns the default of a parameter without a value; nil if it is unknown, or if a controller has set the same.
  private func defaultValue(ofParameter number: UInt16, _ channel: ChaseChannel) -> UInt16? {
    let controller = ChaseParameter.soundController(ofParameter: number)
    guard controller > 0 else { return ChannelDefaults.value(ofParameter: number) }
    guard !ChaseChannel.has(channel.set, controller) else { return nil }
    return UInt16(ChannelDefaults.value(ofController: controller)) &<< 7
  }

  /// Returns the lowest parameter number, at or above `number`, of a parameter that has been set. If `resets` is true,
  /// parameters that were sent earlier but have no value now are included too.
  private func parameter(notBefore number: UInt16, of index: Int, resets: Bool) -> UInt16 {
    let channel = channels[index]
    let (parameters, first) = (self.parameters, index &* Self.parametersPerChannel)
    var found = ChaseChannel.noParameter
    for slot in 0..<channel.parameterCount where parameters[first &+ slot].number >= number {
      found = min(found, parameters[first &+ slot].number)
    }
    guard resets else { return found }
    for slot in 0..<channel.sentParameterCount where sentParameters[first &+ slot] >= number {
      found = min(found, sentParameters[first &+ slot])
    }
    return found
  }

  /// Returns the value of a parameter; nil if it has not been set.
  private func value(ofParameter number: UInt16, _ index: Int) -> UInt16? {
    let parameters = parameters + index &* Self.parametersPerChannel
    for slot in 0..<channels[index].parameterCount where parameters[slot].number == number {
      return parameters[slot].value
    }
    return nil
  }

  private func set(_ number: UInt16, _ value: UInt16, _ send: (UInt8, UInt8) -> Void) {
    select(number, send)
    send(6, UInt8(truncatingIfNeeded: value &>> 7))
    send(38, UInt8(truncatingIfNeeded: value & 127))
  }

  private func select(_ number: UInt16, _ send: (UInt8, UInt8) -> Void) {
    let most: UInt8 = number & 16_384 == 0 ? 101 : 99
    let lacksGenerator = number & ChaseParameter.lacksGenerator != 0
    // with its MSB last, the number selects no generator at the receiver either
    if lacksGenerator { send(most &- 1, UInt8(truncatingIfNeeded: number & 127)) }
    send(most, UInt8(truncatingIfNeeded: number &>> 7 & 127))
    if !lacksGenerator { send(most &- 1, UInt8(truncatingIfNeeded: number & 127)) }
  }
}
