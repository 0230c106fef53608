import Tactus

/// Adds a second note to each note.
final class Harmonizer: EventProcessor {
  private let mostEvents: Int
  private let output: UnsafeMutablePointer<TimedEvent>
  /// The second key of each key that is held, by port, channel and key.
  private let seconds: UnsafeMutablePointer<UInt8>
  private let noKey: UInt8 = 255
  private let slotCount = 16 * 16 * 128

  /// - Parameter mostEvents: the largest number of events in a cycle.
  init(mostEvents: Int = 8_192) {
    self.mostEvents = mostEvents
    output = .allocate(capacity: 2 * mostEvents)
    seconds = .allocate(capacity: slotCount)
    reset()
  }

  deinit {
    output.deallocate()
    seconds.deallocate()
  }

  func prepare(sampleRate: Int, maximumFrameCount: Int) { reset() }
  func reset() { seconds.initialize(repeating: noKey, count: slotCount) }

  func render(_ cycle: RenderCycle, events: EventList) -> EventList {
    var count = 0
    for event in events.prefix(mostEvents) {
      output[count] = event
      count += 1
      if let message = second(of: event.message, interval: 7) {
        output[count] = TimedEvent(offset: event.offset, message: message)
        count += 1
      }
    }
    return EventList(start: output, count: count)
  }

  /// The message for the second note; nil if there is none. Only notes of MIDI 1.0 get one.
  private func second(of message: ChannelMessage, interval: Int) -> ChannelMessage? {
    guard message.isMIDI1, message.startsNote || message.endsNote else { return nil }
    let slot = Int(message.port) << 11 | Int(message.channel) << 7 | Int(message.data1)
    if message.startsNote {
      let key = Int(message.data1) + interval
      guard seconds[slot] == noKey, (0...127).contains(key) else { return nil }
      seconds[slot] = UInt8(key)
    }
    guard seconds[slot] != noKey else { return nil }
    let key = seconds[slot]
    if message.endsNote { seconds[slot] = noKey }
    return message.with(key: key)
  }
}
