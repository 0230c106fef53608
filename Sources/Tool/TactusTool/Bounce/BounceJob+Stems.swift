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
    let data = try makeDataFiles(for: bouncer, beside: paths, stems: plan.stems)
    let result = try watched(names.output) { progress in
      let result = try bouncer.write(
        plan, to: names.output, as: output, with: WorkerPool(width: threads), on: ReusableSynth(), progress: progress,
        trace: data.receiver
      ) {
        try data.complete()
        // a record that a batch has left would describe other stems
        if OutputFolder.isMeant(by: names.output) {
          StemsRecord(FilePath.folder(of: paths[0]) + StemsRecord.name).withdraw()
        }
      }
      try data.commit()
      return result
    }
    try report(result, names)
  }

  /// The names used in the report of a stem bounce.
  struct StemNaming {
    let song: String
    let output: String
    let banks: BankChoice
    let settings: BounceSettings
    let timeline: EventTimeline
  }

  private func report(_ report: StemFilesReport, _ names: StemNaming) throws(StandardOutput.Failure) {
    var output = StandardOutput()
    if options.json {
      try output.writeLine(json(report, names).prettyText)
    } else {
      for remark in options.quiet ? names.banks.problems : remarks(report, names) {
        StandardError.writeLine(Style.standardError.warning("tactus:") + " " + remark.printable)
      }
      guard !options.quiet else { return }
      for (index, file) in report.files.enumerated() {
        let isEffects = options.part.effectsApart && index == report.files.count - 1
        let notes = isEffects ? "effects" : file.stem.noteCount.counted("note")
        try output.writeLine("\(file.path): \(report.bounce.seconds.asClock), \(notes)".printable)
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
    let unfollowed = UnfollowedMessages(names.timeline, bankSelect: names.settings.synth.bankSelect)
    return names.banks.remarks + remarks.words(report.total) + [unfollowed.sentence].compactMap { $0 }
  }

  private func json(_ report: StemFilesReport, _ names: StemNaming) -> JSON {
    let stems = report.files.map { file -> JSON in
      [
        "file": .string(file.path), "number": JSON(file.stem.number), "name": .string(file.stem.name),
        "notes": JSON(file.stem.noteCount), "bytes": JSON(file.file.byteCount),
      ]
    }
    let head: JSON = ["kind": "stems", "song": .string(names.song)]
    let rest: JSON = [
      "clippedSamples": JSON(report.total.file.statistics.clippedSampleCount), "stems": .array(stems),
      "banks": names.banks.json, "remarks": .array(remarks(report, names).map { .string($0) }),
    ]
    return head + BounceWords(report.bounce).json + rest
  }
}
