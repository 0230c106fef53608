/// How the loop of a song is played.
///
/// The loop is the range of the settings. Without a range, it is the one that the song marks (`MIDIFile.markedLoop`);
/// without marks, it is the whole song. ``BounceSettings/LoopEnding`` says where a loop ends whose end nothing sets.
/// - Thread: any
public enum LoopPlay: Hashable, Sendable {
  /// The song as written; loop marks are ignored.
  case asWritten
  /// A number of passes, 1…10,000, followed by the rest of the song, or by a fade-out from the end of the last pass. If
  /// a range is set, only its passes are played: what precedes and follows them is left out. Each pass of a range that
  /// the song does not mark starts with the programs, controllers, parameters, pressure and pitch bends that the
  /// channels have at the start of the range, whatever has changed them. What only system-exclusive messages can set is
  /// not restored, and neither is the bank's own pan of a drum key.
  case times(Int)
  /// One pass as it sounds in endless repetition, so that its end continues into its start. With `withIntro`,
  /// everything before the loop is played first; that is not possible with a range.
  case seamless(withIntro: Bool = false)

  var isSeamless: Bool {
    if case .seamless = self { return true }
    return false
  }
}
