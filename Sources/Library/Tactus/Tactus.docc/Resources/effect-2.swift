import Tactus

/// Adds a second note to each note.
final class Harmonizer: EventProcessor {
  private let mostEvents: Int
  private let output: UnsafeMutablePointer<TimedEvent>

  /// - Parameter mostEvents: the largest number of events in a cycle.
  init(mostEvents: Int = 8_192) {
    self.mostEvents = mostEvents
    output = .allocate(capacity: 2 * mostEvents)
  }

  deinit { output.deallocate() }

  func prepare(sampleRate: Int, maximumFrameCount: Int) {}
  func reset() {}

  func render(_ cycle: RenderCycle, events: EventList) -> EventList {
    var count = 0
    for event in events.prefix(mostEvents) {
      output[count] = event
      count += 1
    }
    return EventList(start: output, count: count)
  }
}
