/// How the loop of a song is played.
///
/// The loop is the one that the song marks (`MIDIFile.markedLoop`); without marks, it is the whole song.
/// - Thread: any
public enum LoopPlay: Hashable, Sendable {
  /// The song as written; loop marks are ignored.
  case asWritten
  /// A number of passes, 1…10,000, followed by the rest of the song, or by a fade-out from the end of the last pass.
  case times(Int)
  /// One pass as it sounds in endless repetition, so that its end continues into its start. With `withIntro`,
  /// everything before the loop is played first. If a range is set, the range is the loop.
  case seamless(withIntro: Bool = false)

  var isSeamless: Bool {
    if case .seamless = self { return true }
    return false
  }
}
