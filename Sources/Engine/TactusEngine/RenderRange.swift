import TactusSequencer
import TactusTime

/// Which frames of a timeline are heard, and how they begin and end.
package struct RenderRange: Hashable, Sendable {
  /// The first frame that is heard.
  package var first: Int64 = 0
  /// The frame after the last; the tail follows.
  var end: Int64
  /// Whether the song goes on at the end, unheard.
  var isCut = false
  /// Whether a tail follows.
  var hasTail = true
  /// What happens to keys that are down at the first frame.
  var heldNotes = SongRange.HeldNotes.leftOut
  /// The frames before the end in which the sound is faded out.
  var fade: Int64 = 0
  /// The length of the pass before the end, into whose beginning the end continues; 0 for an end of its own.
  var period: Int64 = 0

  /// How many frames are heard, tail not counted.
  var length: Int64 { end - first }
  /// The frames, counted from the first, that repeat for ever; nil where nothing does.
  var loop: Range<Int64>? { period > 0 ? length - period..<length : nil }
}
