import TactusSequencer
import TactusTime

/// The audible frames of a timeline, and how they start and end.
package struct RenderRange: Hashable, Sendable {
  /// The first frame that is heard.
  package var first: Int64 = 0
  /// The frame after the last audible one; the tail follows.
  var end: Int64
  /// Whether the song continues, inaudibly, after ``end``.
  var isCut = false
  /// Whether a tail follows.
  var hasTail = true
  /// How keys that are down at the first frame are treated.
  var heldNotes = SongRange.HeldNotes.leftOut
  /// The length of the fade-out before the end, in frames.
  var fade: Int64 = 0
  /// The length, in frames, of the loop pass that ends at ``end`` and continues into its own start; 0 if the sound does
  /// not loop.
  var period: Int64 = 0

  /// The number of audible frames, without the tail.
  var length: Int64 { end - first }
  /// The frames that repeat endlessly, counted from ``first``; nil if the sound does not loop.
  var loop: Range<Int64>? { period > 0 ? length - period..<length : nil }
}
