import TactusMIDI
import TactusRender

/// A way to find what is due in a render cycle.
package protocol SequencingMethod {
  /// Writes the cycle's events to the start of `buffer` and says how many they are.
  mutating func render(_ cycle: RenderCycle, into buffer: UnsafeMutableBufferPointer<TimedEvent>) -> Int
}

/// A loop as the published methods keep it: loose events by their beat.
package struct BeatLoop: Hashable, Sendable {
  package struct Event: Hashable, Sendable {
    package var beat: Double
    package var message: ChannelMessage

    package init(beat: Double, message: ChannelMessage) { (self.beat, self.message) = (beat, message) }
  }
  package var events: [Event]
  /// Its length in quarter notes.
  package var beats: Double

  package init(events: [Event], beats: Double) { (self.events, self.beats) = (events, beats) }
}
