import TactusRender
import TactusTime

/// Maps ticks of a sequence to the frames on which they are played. A map applies until the position jumps, or an edit
/// or the host changes the tempo.
///
/// Frames are counted from the player's creation. An event at the exact position p has the frame ⌊p + ½⌋. For both
/// kinds of map
///
///     frame(t) < f  ⟺  t < firstTick(notBefore: f)
///
/// holds, so a player needs to compare only ticks.
package struct PlaybackTickMap {
  /// The tick map from the host's tempo and beat; nil if the tempo map of the sequence applies.
  var host: HostTickMap?

  // the sequence's own tempo map, which is exact
  var cursor: FrameCursor
  /// The delay relative to the time of the sequence, in units of 1/`numeratorsPerFrame` of a frame.
  var shift: Int128 = 0

  /// Creates a map that uses the tempo map of the sequence, shifted by a whole number of frames so that `tick` is on
  /// `frame`.
  init(own cursor: FrameCursor, tick: Tick, frame: Int64) {
    self.cursor = cursor
    let away = Int128(frame) - Int128(self.cursor.frame(atTick: tick))
    shift = away * Int128(cursor.numeratorsPerFrame)
  }

  /// Creates a map from a host's tick map.
  init(host: HostTickMap, _ cursor: FrameCursor) { (self.host, self.cursor) = (host, cursor) }

  /// Whether the tempo map of the sequence applies.
  var isOwn: Bool {
    if case .none = host { return true }
    return false
  }

  /// Returns the frame of a tick.
  mutating func frame(atTick tick: Tick) -> Int64 {
    if let host { return host.frame(atTick: tick) }
    return cursor.frame(atTick: tick, shift: shift)
  }

  /// Returns the first tick at or after a frame.
  mutating func firstTick(notBefore frame: Int64) -> Tick {
    if let host { return host.firstTick(notBefore: frame) }
    return cursor.firstTick(notBefore: frame, shift: shift)
  }
}
