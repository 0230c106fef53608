/// A player or a sequencer that sends events in time with a synthesizer's audio.
protocol ClockFollower: AnyObject {
  /// Sends the events that are due at or before a frame. The thread that renders calls this and holds the synthesizer's
  /// lock.
  ///
  /// - Returns: the frame of the next event, which is later; `Int64.max` if there is none.
  func send(dueAt frame: Int64) -> Int64
}
