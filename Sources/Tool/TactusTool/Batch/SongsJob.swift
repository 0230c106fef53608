import ArgumentParser
import Tactus

/// One run of `tactus bounce` with several songs, which share one bank; each gets an output file and a report line.
struct SongsJob {
  private let songs: [String]
  private let options: BounceOptions
  private let skipsExisting: Bool

  /// - Parameters:
  ///   - songs: paths of songs and of folders of them.
  ///   - skipsExisting: whether to leave out songs whose outputs exist and, if there is a manifest, are described by
  ///     it.
  /// - Throws: an error if a folder contains no song.
  init(songs: [String], options: BounceOptions, skipsExisting: Bool) throws(ToolError) {
    self.songs = try SongFolder.expanding(songs)
    self.options = options
    self.skipsExisting = skipsExisting
  }

  func run() throws {
    let newFolder = try NewFolder(forOutput: options.output)
    defer { newFolder?.removeIfEmpty() }
    let all = try makeItems()
    let key = BatchBanks.Key(names: options.bank, velocityFilter: options.sound.velocityFilter)
    // one more use than there are songs, so that the bank is kept for the report at the end
    let banks = BatchBanks(uses: [key: songs.count + 1], strict: options.strict)
    let bank = try banks.bank(key)
    let manifest = try options.manifest.map { path throws(ToolError) in try Manifest(path) }
    let items = skipsExisting ? all.filter { !isComplete($0, banks, manifest) } : all
    try manifest?.begin()
    // a run without songs writes a manifest without lines
    defer { if !items.isEmpty { manifest?.removeIfEmpty() } }
    let reporter = BatchReporter(list: nil, total: items.count, options: options)
    let clock = ContinuousClock()
    let start = clock.now
    let run = BatchRun(
      count: items.count, item: { items[$0] }, banks: banks, threads: options.threads, manifest: manifest)
    run.run { reporter.report($0, $1) }
    let elapsed = (clock.now - start) / .seconds(1)
    let (count, objects) = reporter.end()
    let summary = BatchSummary(count: count, skipped: all.count - items.count, elapsed: elapsed)
    try Manifest.finish(manifest) { try conclude(summary, objects, bank.choice, run.remarks) }
  }

  /// Returns the songs with their outputs.
  private func makeItems() throws -> [BatchItem] {
    try zip(songs, outputPaths()).map { song, path in
      var options = options
      options.notes = options.notes.map { BounceOptions.notesPath($0, beside: path) }
      return BatchItem(song: song, output: path, options: options)
    }
  }

  /// Whether a song need not be bounced: all its files exist, and the manifest, if there is one, describes them.
  private func isComplete(_ item: BatchItem, _ banks: BatchBanks, _ manifest: Manifest?) -> Bool {
    item.writtenFiles.allSatisfy(SameFile.exists) && manifest?.describes(item, banks) ?? true
  }

  /// Returns a different output for each song.
  private func outputPaths() throws -> [String] {
    var folder = ""
    if let output = options.output {
      guard OutputFolder.isFolderPath(output) else {
        let advice =
          SameFile.exists(output)
          ? "; this is a file, so choose another name, with a slash at its end"
          : ", such as -o \((FilePath.folder(of: output) + OutputFolder.stem(of: output) + "/").quotedForShell)"
        throw ToolError(output, "several songs need a folder" + advice)
      }
      folder = output.hasSuffix("/") ? output : output + "/"
    }
    let pathExtension = (options.format ?? .wav).pathExtensions[0]
    var taken: Set<String> = []
    // the greatest number that each name has got, so that thousands of songs with one name need no search each
    var numbers: [String: Int] = [:]
    var shared: String?
    let paths = songs.map { song in
      let stem = song == "-" ? "song" : OutputFolder.stem(of: song)
      let key = stem.lowercased()
      var number = numbers[key, default: 1]
      var name = number == 1 ? stem : "\(stem) \(number)"
      while !taken.insert(name.lowercased()).inserted {
        number += 1
        name = "\(stem) \(number)"
        shared = shared ?? song
      }
      numbers[key] = number
      return "\(folder)\(name).\(pathExtension)"
    }
    if let shared, skipsExisting, options.manifest == nil {
      throw ToolError(
        shared, "another song has the same name, so --skip-existing cannot know which output is whose; add --manifest")
    }
    try check(paths)
    return paths
  }

  /// Refuses outputs that would replace a song, a bank, each other or, if no folder is given, any existing file.
  private func check(_ paths: [String]) throws(ToolError) {
    var finder = FileIdentity.Finder()
    var taken: [FileIdentity: String] = [:]
    for path in songs where path != "-" { taken[finder.identity(of: path).identity] = "one of the songs" }
    for name in options.bank { taken[finder.identity(of: BankChoice.path(in: name)).identity] = "a bank" }
    if let chain = options.chain { taken[finder.identity(of: chain).identity] = "the chain" }
    if let manifest = options.manifest { taken[finder.identity(of: manifest).identity] = "the manifest" }
    for path in paths.flatMap({ path in
      [path] + (options.notes.map { [BounceOptions.notesPath($0, beside: path)] } ?? [])
    }) {
      let (identity, exists) = finder.identity(of: path)
      if let other = taken.updateValue("another output", forKey: identity) {
        throw ToolError(path, "the output would overwrite \(other); choose another folder or format")
      }
      if exists, options.output == nil { throw ToolError(path, "already exists; to replace it, use -o ./") }
    }
  }

  private func conclude(
    _ summary: BatchSummary, _ objects: [JSON], _ banks: BankChoice, _ remarks: [String]
  ) throws {
    if let failure = summary.count.failure { throw failure }
    if options.json || !options.quiet {
      var output = StandardOutput()
      try output.writeLine(
        options.json ? json(summary, objects, banks, remarks).prettyText : summary.words.printable)
      try output.flush()
    }
    if !options.json, !options.quiet {
      var remarks = remarks
      let songs = summary.count.remarkable
      if songs > 0 { remarks.append("\(songs.counted("song")) with remarks; --json lists them") }
      for remark in remarks { StandardError.remark(remark) }
    }
    if let number = Interruption.signalNumber {
      throw Interrupted(
        signalNumber: number,
        output: "the rest of the songs (to continue, repeat the command with --skip-existing)")
    }
    if let failure = summary.failure() { throw failure }
  }

  private func json(_ summary: BatchSummary, _ files: [JSON], _ banks: BankChoice, _ remarks: [String]) -> JSON {
    let head: JSON = ["kind": "bounces", "files": .array(files), "songs": JSON(songs.count)]
    let rest: JSON = [
      "banks": banks.json, "bankReason": .string(banks.reasonWords),
      "remarks": .array(remarks.map { .string($0) }),
    ]
    return head + summary.json(threads: options.threads) + rest
  }
}
