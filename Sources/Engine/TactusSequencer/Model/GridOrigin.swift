/// From where the grid of a track's ``Swing`` and ``Groove`` is counted.
///
/// - Thread: any
public enum GridOrigin: Hashable, Sendable, CaseIterable {
  /// From the beginning of the song: tracks of whatever length swing together.
  case song
  /// From the beginning of each pass of the track: loops with odd numbers of slots swing against each other.
  case pass
}
