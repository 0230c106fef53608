import TactusMIDI
import TactusRender

/// A method that finds the events of a render cycle.
package protocol SequencingMethod {
  /// Writes the cycle's events to the start of `buffer` and returns their number.
  mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int
}

/// A loop in the form that the published methods use: a list of events with their beats.
package struct BeatLoop: Hashable, Sendable {
  package struct Event: Hashable, Sendable {
    package var beat: Double
    package var message: ChannelMessage

    package init(beat: Double, message: ChannelMessage) { (self.beat, self.message) = (beat, message) }
  }
  package var events: [Event]
  /// The length in quarter notes.
  package var beats: Double

  package init(events: [Event], beats: Double) { (self.events, self.beats) = (events, beats) }
}
