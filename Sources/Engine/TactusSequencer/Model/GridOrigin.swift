/// The origin of the grid of a track's ``Swing`` and ``Groove``.
///
/// - Thread: any
public enum GridOrigin: Hashable, Sendable, CaseIterable {
  /// The start of the song: tracks of any length swing together.
  case song
  /// The start of each pass of the track: loops with odd numbers of slots then swing against each other.
  case pass
}
