import Tactus

/// One run of `tactus bounce --batch`.
struct ListJob {
  let path: String
  let batch: BatchOptions
  let options: BounceOptions

  func run() throws {
    let list = try BatchList(named: path)
    let manifest = try options.manifest.map { path throws(ToolError) in try Manifest(path) }
    let plan = try BatchPlan(
      list, options, shard: batch.shard ?? .whole, skipsExisting: batch.skipExisting, manifest: manifest)
    // one error, instead of one for each song
    if plan.needsFoundBank { try BankChoice.checkVariable() }
    try manifest?.begin()
    // a shard without songs writes a manifest without lines
    defer { if plan.count > 0 { manifest?.removeIfEmpty() } }
    let banks = BatchBanks(uses: plan.bankUses, strict: options.strict)
    let reporter = BatchReporter(list: list.name, total: plan.count, options: options)
    let clock = ContinuousClock()
    let start = clock.now
    let run = BatchRun(
      count: plan.count, item: { try plan.item($0) }, banks: banks, threads: options.threads,
      manifest: manifest)
    run.run { reporter.report($0, $1) }
    let count = reporter.end().count
    let elapsed = (clock.now - start) / .seconds(1)
    try Manifest.finish(manifest) { try conclude(count, plan, run, elapsed: elapsed) }
  }

  private func conclude(
    _ count: BatchReporter.Count, _ plan: BatchPlan, _ run: BatchRun, elapsed: Double
  ) throws {
    if let failure = count.failure { throw failure }
    let summary = BatchSummary(count: count, skipped: plan.skipped, elapsed: elapsed)
    if options.json || !options.quiet {
      var output = StandardOutput()
      try output.writeLine(options.json ? object(summary, plan, run).text : line(summary, plan))
      try output.flush()
    }
    if !options.json, !options.quiet {
      var remarks = run.remarks
      if count.remarkable > 0 { remarks.append("\(count.remarkable.counted("song")) with remarks; --json lists them") }
      for remark in remarks { StandardError.remark(remark) }
    }
    if let number = Interruption.signalNumber {
      throw Interrupted(
        signalNumber: number, output: "the rest (to continue, repeat the command with --skip-existing)")
    }
    if let failure = summary.failure(of: plan.list.name) { throw failure }
  }

  private func line(_ summary: BatchSummary, _ plan: BatchPlan) -> String {
    let shard = batch.shard.map { ", shard \($0.words)" } ?? ""
    return "\(plan.list.name)\(shard): \(summary.words)".printable
  }

  private func object(_ summary: BatchSummary, _ plan: BatchPlan, _ run: BatchRun) -> JSON {
    let files = run.banks.opened.map { bank -> JSON in ["file": .string(bank.name), "opened": JSON(bank.times)] }
    let head: JSON = [
      "kind": "batch", "list": .string(plan.list.name), "shard": .string((batch.shard ?? .whole).words),
      "songs": JSON(plan.songCount),
    ]
    let rest: JSON = ["banks": .array(files), "remarks": .array(run.remarks.map { .string($0) })]
    return head + summary.json(threads: options.threads) + rest
  }
}
