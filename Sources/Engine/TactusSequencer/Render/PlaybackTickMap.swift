import TactusRender
import TactusTime

/// Which frame each tick of a sequence is played on, from the last change of tempo or place on.
///
/// Frames are counted from the player's first. An event at the exact position p has frame ⌊p + ½⌋, and for both kinds
///
///     frame(t) < f  ⟺  t < firstTick(notBefore: f)
///
/// which is what lets a player compare ticks only.
package struct PlaybackTickMap {
  /// A host's tempo and beat, if these lead; else the sequence's own tempo map does.
  var host: HostTickMap?

  // its own: exact
  var cursor: FrameCursor
  /// How much later than at its own time the sequence is played, in the cursor's numerators.
  var shift: Int128 = 0

  /// A line of the sequence's own tempo: `tick` is on `frame`, and all others at a whole number of frames from their own.
  init(own cursor: FrameCursor, tick: Tick, frame: Int64) {
    self.cursor = cursor
    let away = Int128(frame) - Int128(self.cursor.frame(atTick: tick))
    shift = away * Int128(cursor.numeratorsPerFrame)
  }

  /// A host's line.
  init(host: HostTickMap, _ cursor: FrameCursor) { (self.host, self.cursor) = (host, cursor) }

  /// Whether the sequence's own tempo map leads.
  var isOwn: Bool {
    if case .none = host { return true }
    return false
  }

  /// The frame of a tick.
  mutating func frame(atTick tick: Tick) -> Int64 {
    if let host { return host.frame(atTick: tick) }
    return cursor.frame(atTick: tick, shift: shift)
  }

  /// The first tick that is not before a frame.
  mutating func firstTick(notBefore frame: Int64) -> Tick {
    if let host { return host.firstTick(notBefore: frame) }
    return cursor.firstTick(notBefore: frame, shift: shift)
  }
}
