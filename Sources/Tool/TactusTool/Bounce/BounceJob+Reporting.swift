import Tactus

extension BounceJob {
  /// Reports the result as a line or as a JSON object, with remarks on standard error.
  func report(_ outcome: Outcome) throws(StandardOutput.Failure) {
    if options.json {
      var output = StandardOutput()
      try output.writeLine(json(outcome).prettyText)
      return try output.flush()
    }
    for remark in options.quiet ? outcome.banks.problems : remarks(outcome) {
      StandardError.writeLine(Style.standardError.warning("tactus:") + " " + remark.printable)
    }
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
    let (bounce, file) = (outcome.report.bounce, outcome.report.file)
    let object: JSON = [
      "kind": "bounce", "song": .string(outcome.songName), "file": .string(outcome.output),
      "frames": JSON(bounce.frameCount), "rate": JSON(bounce.sampleRate), "seconds": .number(bounce.seconds),
      "depth": .string(options.depthName), "bytes": JSON(file.byteCount), "peak": .number(Double(bounce.peak)),
      "peakDecibels": bounce.peak > 0 ? .number(BounceWords.level(bounce.peak)) : nil,
      "clippedSamples": JSON(file.statistics.clippedSampleCount), "elapsedSeconds": .number(outcome.elapsed),
      "timesRealTime": .number(bounce.seconds / max(outcome.elapsed, 1e-6)), "threads": JSON(outcome.threads),
      "banks": outcome.banks.json, "bankReason": .string(outcome.banks.reasonWords),
      "noteCount": JSON(bounce.noteCount), "voicesStarted": JSON(bounce.synth.voicesStarted),
      "peakVoices": JSON(bounce.synth.peakVoices), "stolenVoices": JSON(bounce.synth.stolenVoices),
      "silentNotes": JSON(bounce.synth.silentNotes),
      "missingPresets": .array(bounce.missingPresets.map(\.json)),
      "systemMessages": [
        "followed": JSON(bounce.synth.systemMessages), "ignored": JSON(bounce.synth.ignoredSystemMessages),
        "badChecksum": JSON(bounce.synth.badChecksums), "tooLong": JSON(bounce.synth.longSystemMessages),
      ],
      "unfollowedMessages": outcome.unfollowed?.json ?? nil,
      "isTailCut": .bool(bounce.isTailCut), "remarks": .array(remarks(outcome).map { .string($0) }),
    ]
    return object + .object(BounceWords(bounce).members)
  }
}
