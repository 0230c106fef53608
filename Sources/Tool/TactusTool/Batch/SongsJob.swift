import ArgumentParser
import Tactus

/// One run of `tactus bounce` with several songs, which share one bank; each gets an output file and a report line.
struct SongsJob {
  let songs: [String]
  let options: BounceOptions

  func run() throws {
    let paths = try outputPaths()
    let items = zip(songs, paths).map { song, path in
      var options = options
      options.notes = options.notes.map { BounceOptions.notesPath($0, beside: path) }
      return BatchItem(song: song, output: path, options: options)
    }
    let key = BatchBanks.Key(names: options.bank, velocityFilter: options.sound.velocityFilter)
    // one more use than there are songs, so that the bank is kept for the report at the end
    let banks = BatchBanks(uses: [key: songs.count + 1], strict: options.strict)
    let bank = try banks.bank(key)
    let reporter = BatchReporter(list: nil, total: songs.count, options: options)
    let clock = ContinuousClock()
    let start = clock.now
    let manifest = try options.manifest.map { path throws(ToolError) in try Manifest(path) }
    let run = BatchRun(
      count: songs.count, item: { items[$0] }, banks: banks, threads: options.threads, manifest: manifest)
    run.run { reporter.report($0, $1) }
    try manifest?.finish()
    try conclude(reporter.end(), bank.choice, run.remarks, elapsed: (clock.now - start) / .seconds(1))
  }

  /// Returns a different output for each song, and creates the folder given by -o.
  private func outputPaths() throws -> [String] {
    var folder = ""
    if let output = options.output {
      guard OutputFolder.isMeant(by: output) else {
        throw ToolError(output, "several songs need a folder; say -o \(output)/")
      }
      do { try OutputFolder.make(output) } catch { throw ToolError(nil, "\(error)") }
      folder = output.hasSuffix("/") ? output : output + "/"
    }
    let ending = (options.format ?? .wav).endings[0]
    var taken: Set<String> = []
    let paths = songs.map { song in
      let stem = song == "-" ? "song" : OutputFolder.stem(of: song)
      var (name, number) = (stem, 1)
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem) \(number)"
      }
      return "\(folder)\(name).\(ending)"
    }
    try check(paths)
    return paths
  }

  /// Refuses outputs that would replace a song or, if no folder is given, any existing file.
  private func check(_ paths: [String]) throws(ToolError) {
    var finder = FileIdentity.Finder()
    let sources = Set(songs.filter { $0 != "-" }.map { finder.identity(of: $0).identity })
    for path in paths {
      let (identity, exists) = finder.identity(of: path)
      guard exists else { continue }
      if sources.contains(identity) {
        throw ToolError(path, "the output would overwrite one of the songs; choose another folder")
      }
      if options.output == nil { throw ToolError(path, "already exists; to replace it, use -o ./") }
    }
  }

  private func conclude(
    _ end: (count: BatchReporter.Count, objects: [JSON]), _ banks: BankChoice, _ remarks: [String], elapsed: Double
  ) throws {
    if let failure = end.count.failure { throw failure }
    if options.json { try reportJSON(end.objects, banks, elapsed: elapsed) }
    if let number = Interruption.signalNumber {
      throw Interrupted(signalNumber: number, output: "the rest of the songs")
    }
    let failed = end.count.failed
    if failed > 0 { throw ToolError(nil, "\(failed) of \(songs.count) songs failed; the others are done") }
    guard !options.quiet else { return }
    for remark in remarks {
      StandardError.writeLine(Style.standardError.warning("tactus:") + " " + remark.printable)
    }
  }

  private func reportJSON(
    _ files: [JSON], _ banks: BankChoice, elapsed: Double
  ) throws(StandardOutput.Failure) {
    let object: JSON = [
      "kind": "bounces", "files": .array(files), "banks": banks.json, "bankReason": .string(banks.reasonWords),
      "elapsedSeconds": .number(elapsed),
    ]
    var output = StandardOutput()
    try output.writeLine(object.prettyText)
    try output.flush()
  }
}
