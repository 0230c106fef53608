/// How often the loop of a song is played.
///
/// The loop is the one that the song marks (`MIDIFile.markedLoop`), else the whole song.
/// - Thread: any
public enum LoopPlay: Hashable, Sendable {
  /// The song as it is written; marks mean nothing.
  case asWritten
  /// So many passes, 1…10,000; then what follows the loop, or a fade-out that begins where the last pass ends.
  case times(Int)
  /// One pass as it is in an endless repetition, so that the sound's end continues into its beginning; on request with
  /// all that comes before it. A range is taken as the loop.
  case seamless(withIntro: Bool = false)

  var isSeamless: Bool {
    if case .seamless = self { return true }
    return false
  }
}
