import TactusSequencer

/// The part of a song that is bounced.
///
/// At its start, all channels have the state that the song has given them by then (bank, program, controllers,
/// parameters, pitch bend): every earlier message except notes is played there, in the song's order. The range starts
/// at the exact frame of its start position. At its end, pedals and keys are released and the tail follows, as at the
/// end of a song.
/// - Thread: any
public struct SongRange: Hashable, Sendable {
  /// The start; nil for the start of the song.
  public var from: SongPosition?
  /// The end, which is not part of the range; nil for the end of the song.
  public var to: SongPosition?
  /// How notes whose keys are down at the start are treated.
  public var heldNotes = HeldNotes.leftOut

  /// Creates a range.
  public init(from: SongPosition? = nil, to: SongPosition? = nil, heldNotes: HeldNotes = .leftOut) {
    (self.from, self.to, self.heldNotes) = (from, to, heldNotes)
  }

  /// How notes that sound at the start of a range are treated.
  public enum HeldNotes: String, Hashable, Sendable, CaseIterable {
    /// They are omitted.
    case leftOut = "leave-out"
    /// They are restarted at the start of the range, in their original order.
    case struck = "strike"
    /// They sustain into the range, with everything else that sounds. The frames equal those of the whole song, bit for
    /// bit, because the song is rendered from its start.
    case sounding = "sound"
  }
}
