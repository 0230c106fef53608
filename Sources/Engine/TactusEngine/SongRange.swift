import TactusSequencer

/// The part of a song that is bounced.
///
/// At its beginning all channels are as the song has set them by then: every message before it that is not a note is
/// played there, in the song's order, so that banks, programs, controllers, parameters and bends come out as they would.
/// Its first frame is the exact frame of its beginning. At its end pedals are lifted, keys released, and the tail
/// follows, as at the end of a song.
/// - Thread: any
public struct SongRange: Hashable, Sendable {
  /// The beginning; nil for the song's.
  public var from: SongPosition?
  /// The end, which is not part of the range; nil for the song's.
  public var to: SongPosition?
  /// What happens to notes whose keys are down at the beginning.
  public var heldNotes = HeldNotes.leftOut

  /// A part of a song.
  public init(from: SongPosition? = nil, to: SongPosition? = nil, heldNotes: HeldNotes = .leftOut) {
    (self.from, self.to, self.heldNotes) = (from, to, heldNotes)
  }

  /// What happens to notes that sound across the beginning of a range.
  public enum HeldNotes: String, Hashable, Sendable, CaseIterable {
    /// They are not heard.
    case leftOut = "leave-out"
    /// They are struck anew at the beginning, in the order in which they were.
    case struck = "strike"
    /// They sound on, and what else rings: the frames are those of the whole song, bit for bit. The song is rendered from
    /// its start for that.
    case sounding = "sound"
  }
}
