/// Something that sends events in time with a synthesizer's audio: a player or a sequencer.
protocol ClockFollower: AnyObject {
  /// Sends the events that are due at or before a frame, and returns the frame, later than this one, at which it wants
  /// to be called again; `Int64.max` for never. Called by the thread that renders, which holds the synthesizer's lock.
  func send(dueAt frame: Int64) -> Int64
}
