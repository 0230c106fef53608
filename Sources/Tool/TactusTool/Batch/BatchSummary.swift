import Tactus

/// The summary of a run with several songs, as the last line and as JSON: "31 songs, 1:02:03, 2 failed, 300 × real
/// time, bank piano.sf2".
struct BatchSummary {
  let count: BatchReporter.Count
  /// The number of songs that were left out because their outputs exist.
  let skipped: Int
  /// The duration of the run in seconds.
  let elapsed: Double

  /// Returns the members of the JSON object: the counts, and the times in seconds.
  ///
  /// - Parameter threads: the number of threads, as `--threads` gives it.
  func json(threads: Int) -> JSON {
    [
      "done": JSON(count.done), "failed": JSON(count.failed), "skipped": JSON(skipped),
      "seconds": .number(count.seconds), "renderSeconds": .number(count.renderSeconds),
      "elapsedSeconds": .number(elapsed), "timesRealTime": .number(count.seconds / max(elapsed, 1e-6)),
      "threads": JSON(threads > 0 ? threads : Processors.available),
    ]
  }

  /// The error of a run in which songs failed; nil if none failed. Songs that were left out are done.
  ///
  /// - Parameter list: the name of the list; nil for songs from the command line.
  func failure(of list: String? = nil) -> ToolError? {
    guard count.failed > 0 else { return nil }
    let total = count.done + count.failed + skipped
    let others = count.failed < total ? "; the others are done" : ""
    return ToolError(list, "\(count.failed) of \(total.counted("song")) failed\(others)")
  }

  var words: String {
    var words = [count.done.counted("song"), count.seconds.asClock]
    if count.failed > 0 { words.append("\(count.failed.grouped) failed") }
    if skipped > 0 { words.append("\(skipped.grouped) there already") }
    if count.done > 0 { words.append(TimesRealTime(count.seconds, elapsed: elapsed).words) }
    if let banks = count.banks.words { words.append(banks) }
    return words.joined(separator: ", ")
  }
}
