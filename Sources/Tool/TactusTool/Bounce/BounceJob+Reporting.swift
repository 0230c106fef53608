import Tactus

extension BounceJob {
  /// Reports the result as a line or as a JSON object, with remarks on standard error.
  func report(_ outcome: Outcome) throws(StandardOutput.Failure) {
    if options.json {
      var output = StandardOutput()
      try output.writeLine(json(outcome).prettyText)
      return try output.flush()
    }
    for remark in options.quiet ? outcome.banks.problems : remarks(outcome) { StandardError.remark(remark) }
    guard !options.quiet else { return }
    guard outcome.output != "-", options.trace != "-", options.notes != "-" else {
      return StandardError.writeLine(line(outcome))
    }
    var output = StandardOutput()
    try output.writeLine(line(outcome))
    try output.flush()
  }

  /// The summary line: file, length, peak, × real time, bank.
  private func line(_ outcome: Outcome) -> String {
    let bounce = outcome.report.bounce
    return [
      BounceWords(bounce).line(displayName(outcome.output)),
      TimesRealTime(bounce.seconds, elapsed: outcome.elapsed).words, "bank \(outcome.banks.words)",
    ].joined(separator: ", ").printable
  }

  /// The remarks that supplement the summary line.
  private func remarks(_ outcome: Outcome) -> [String] {
    outcome.banks.remarks
      + BounceRemarks(
        songName: outcome.songName, defects: outcome.song.diagnostics.count(atLeast: .warning),
        settings: outcome.settings, sampleFormat: outcome.sampleFormat, format: options.fileFormat(of: outcome.output),
        hasGivenLength: source.hasGivenLength
      ).words(outcome.report) + [outcome.unfollowed?.sentence].compactMap { $0 }
  }

  private func json(_ outcome: Outcome) -> JSON {
    BounceObject(
      song: outcome.songName, output: outcome.output, options: options, report: outcome.report, banks: outcome.banks,
      threads: outcome.threads, elapsed: outcome.elapsed, unfollowed: outcome.unfollowed, remarks: remarks(outcome)
    ).json
  }
}
