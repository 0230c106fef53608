extension RoutedEvent {
  /// Whether the type has a second value.
  var hasParam2: Bool {
    switch type {
    case FluidMIDIEvent.Kind.programChange, FluidMIDIEvent.Kind.channelPressure, FluidMIDIEvent.Kind.pitchBend: false
    default: true
    }
  }

  /// Limits the values to their ranges. Returns false for a channel, controller or program that does not exist.
  mutating func limit(channelCount: Int32) -> Bool {
    typealias Kind = FluidMIDIEvent.Kind
    guard (0..<channelCount).contains(channel) else { return false }
    switch type {
    case Kind.controlChange, Kind.programChange:
      guard (0...127).contains(param1) else { return false }
    case Kind.pitchBend: param1 = min(max(param1, 0), 16_383)
    default: param1 = min(max(param1, 0), 127)
    }
    param2 = min(max(param2, 0), 127)
    return true
  }
}

extension RouterRule {
  /// Returns whether the rule applies to an event. The velocity of a note-off does not matter.
  func matches(_ event: RoutedEvent) -> Bool {
    guard channel.matches(event.channel), param1.matches(event.param1) else { return false }
    return !event.hasParam2 || event.type == FluidMIDIEvent.Kind.noteOff || param2.matches(event.param2)
  }

  /// Returns the event that the rule produces from an event.
  func applied(to event: RoutedEvent) -> RoutedEvent {
    RoutedEvent(
      type: event.type, channel: channel.mapped(event.channel), param1: param1.mapped(event.param1),
      param2: event.hasParam2 ? param2.mapped(event.param2) : 0)
  }
}
