import Tactus

extension BounceJob {
  /// Bounces to one file per stem, and reports the files.
  func runStems(
    _ split: StemSplit, _ bouncer: Bouncer, _ names: StemNaming, _ fileOutput: BounceOutput
  ) throws {
    let plan: StemPlan
    do { plan = try bouncer.stems(by: split, effectsApart: options.part.effectsApart) } catch {
      throw ToolError(names.song, "\(error)")
    }
    let output = fileOutput
    if options.output == nil,
      let taken = bouncer.paths(of: plan, to: names.output, as: output).first(where: SameFile.exists)
    {
      throw ToolError(taken, "already exists; to replace it, use -o \(names.output)")
    }
    let paths = bouncer.paths(of: plan, to: names.output, as: output)
    let record = try makeRecord(beside: paths, names)
    let data = try makeDataFiles(for: bouncer, beside: paths + [record?.path].compactMap(\.self), stems: plan.stems)
    let clock = ContinuousClock()
    let start = clock.now
    let result = try watched(names.output) { progress in
      let result = try bouncer.write(
        plan, to: names.output, as: output, with: WorkerPool(width: threads), on: ReusableSynth(), progress: progress,
        trace: data.receiver
      ) {
        try data.complete()
        // until all stems have their names, the record of an earlier bounce would describe other stems
        record?.withdraw()
      }
      try data.commit()
      try record?.write(result)
      return result
    }
    var reported = names
    reported.formerStems = OtherStems.remark(
      record?.formerStems(besides: result) ?? OtherStems.paths(besides: result, of: names.output))
    try report(result, reported, elapsed: (clock.now - start) / .seconds(1))
  }

  /// Returns the record of the stems; nil for a path without a folder of its own, because its folder has other files
  /// too.
  private func makeRecord(beside paths: [String], _ names: StemNaming) throws(ToolError) -> StemsRecord? {
    guard OutputFolder.isFolderPath(names.output) else { return nil }
    let path = FilePath.folder(of: paths[0]) + StemsRecord.name
    if let song = source.path, song != "-", SameFile.check(path, song) {
      throw ToolError(path, "the record of the stems would overwrite the song; choose another folder")
    }
    return StemsRecord(path, song: names.song, digest: source.fileDigest)
  }

  /// The names used in the report of a stem bounce.
  struct StemNaming {
    let song: String
    let output: String
    let banks: BankChoice
    let settings: BounceSettings
    /// The messages that the synthesizer does not follow; nil if nothing reports them.
    let unfollowed: UnfollowedMessages?
    /// The remark on stems that an earlier bounce has left; nil if there are none.
    var formerStems: String?
  }

  private func report(
    _ report: StemFilesReport, _ names: StemNaming, elapsed: Double
  ) throws(StandardOutput.Failure) {
    var output = StandardOutput()
    if options.json {
      try output.writeLine(json(report, names, elapsed: elapsed).prettyText)
    } else {
      for remark in options.quiet ? names.banks.problems : remarks(report, names) { StandardError.remark(remark) }
      guard !options.quiet else { return }
      for file in report.files {
        let notes = file.stem.isOfEffects ? "effects" : file.stem.noteCount.counted("note")
        let words = file.isSilent ? notes + ", silent" : notes
        try output.writeLine("\(file.path): \(report.bounce.seconds.asClock), \(words)".printable)
      }
      try output.writeLine(
        (BounceWords(report.bounce).line("together") + ", bank \(names.banks.words)").printable)
    }
    try output.flush()
  }

  private func remarks(_ report: StemFilesReport, _ names: StemNaming) -> [String] {
    let remarks = BounceRemarks(
      songName: names.song, defects: source.song.diagnostics.count(atLeast: .warning), settings: names.settings,
      sampleFormat: options.sampleFormat, format: options.fileFormat(of: names.output),
      hasGivenLength: source.hasGivenLength, isOfStems: true)
    return names.banks.remarks + remarks.words(report.total, stems: report)
      + [names.unfollowed?.sentence, names.formerStems].compactMap { $0 }
  }

  private func json(_ report: StemFilesReport, _ names: StemNaming, elapsed: Double) -> JSON {
    BounceObject(
      song: names.song, output: names.output, options: options, report: report.total, stems: report,
      banks: names.banks, threads: threads, elapsed: elapsed, unfollowed: names.unfollowed,
      remarks: remarks(report, names)
    ).json
  }
}
