import TactusRender

/// The MIDI output of a player in a cycle; valid until its next cycle.
///
/// - Thread: audio
package struct LiveOutput {
  /// The messages, ascending by offset.
  package var events: EventList
  /// MIDI clock, ascending by offset.
  package var clock: EventList
}
