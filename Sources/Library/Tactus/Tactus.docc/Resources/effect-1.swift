import Tactus

/// Adds a second note to each note.
final class Harmonizer: EventProcessor {
  func prepare(sampleRate: Int, maximumFrameCount: Int) {}
  func reset() {}

  func render(_ cycle: RenderCycle, events: EventList) -> EventList { events }
}
