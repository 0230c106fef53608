import TactusMIDI
import TactusTime

/// Detects messages whose effect depends on earlier messages of their channel, so that it may change if another track
/// has messages on that channel:
///
/// - bank selects that another bank select follows without a program change in between,
/// - data entry at another tick than the selection of its parameter,
/// - data entry that changes a value of another tick: LSB, increment and decrement without an MSB before.
struct StateDependence {
  /// Whether a track has such messages.
  private(set) var isFound = false
  /// The state of each channel; empty before the first message.
  private var channels: [Channel] = []

  private struct Channel {
    /// The ticks of the last bank select MSB and LSB; nil after a program change.
    var banks: (most: Tick?, least: Tick?) = (nil, nil)
    /// The ticks at which the MSB and the LSB of a registered parameter's number were selected last.
    var registered: (most: Tick?, least: Tick?) = (nil, nil)
    /// The same for non-registered parameters.
    var nonRegistered: (most: Tick?, least: Tick?) = (nil, nil)
    /// Whether data entry sets a registered parameter.
    var isRegistered = false
    /// The tick of the last data entry MSB since a parameter was selected.
    var entry: Tick?

    /// Selects half of a parameter's number.
    mutating func select(_ controller: UInt8, at tick: Tick) {
      switch controller {
      case 98: nonRegistered.least = tick
      case 99: nonRegistered.most = tick
      case 100: registered.least = tick
      default: registered.most = tick
      }
      (isRegistered, entry) = (controller >= 100, nil)
    }

    /// Sets the selected parameter. Returns whether the effect depends on messages of other ticks.
    mutating func enter(_ controller: UInt8, at tick: Tick) -> Bool {
      let selection = isRegistered ? registered : nonRegistered
      let isComplete = controller == 6 || entry == tick
      if controller == 6 { entry = tick }
      return selection.most != tick || selection.least != tick || !isComplete
    }
  }

  /// Adds a message.
  mutating func take(_ message: CompiledMessage) {
    guard !message.message.isSystemExclusive else { return }
    if channels.isEmpty { channels = Array(repeating: Channel(), count: ChaseMemory.channelCount) }
    let list = message.message.translatedToMIDI1()
    for index in 0..<list.endIndex { take(list.message(index), at: message.tick) }
  }

  private mutating func take(_ message: ChannelMessage, at tick: Tick) {
    let index = ChaseMemory.index(message)
    switch (message.status & 0xF0, message.data1) {
    case (0xC0, _): channels[index].banks = (nil, nil)
    case (0xB0, 0):
      if let before = channels[index].banks.most, before != tick { isFound = true }
      channels[index].banks.most = tick
    case (0xB0, 32):
      if let before = channels[index].banks.least, before != tick { isFound = true }
      channels[index].banks.least = tick
    case (0xB0, 98...101): channels[index].select(message.data1, at: tick)
    case (0xB0, 6), (0xB0, 38), (0xB0, 96), (0xB0, 97):
      if channels[index].enter(message.data1, at: tick) { isFound = true }
    case (0xB0, 121):
      (channels[index].registered, channels[index].nonRegistered) = ((nil, nil), (nil, nil))
      channels[index].entry = nil
    default: break
    }
  }
}
