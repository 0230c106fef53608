import ArgumentParser
import Synchronization
import Tactus

/// One run of `tactus bounce` with several songs: one bank, a file for each song, a line for each file.
struct BatchJob {
  let songs: [String]
  let options: BounceOptions

  func run() throws {
    let banks = options.bank.isEmpty ? try BankChoice.found() : try .asked(options.bank, strict: options.strict)
    let paths = try outputPaths()
    var output = BounceOutput(sampleFormat: options.sampleFormat)
    output.format = options.format
    output.threads = options.threads
    output.compressionLevel = options.compression
    let bank = try banks.soundBank(velocityFilter: options.sound.velocityFilter)
    var batch = BounceBatch(bank: bank, settings: options.settings, output: output)
    batch.metadata = { [options] in options.metadata(of: $0) }
    let jobs = zip(songs, paths).map { name, path in
      let strict = options.strict
      return BounceBatch.Job(to: path) { try InputFile.song(named: name, strict: strict) }
    }
    let lines = Mutex(Lines())
    let clock = ContinuousClock()
    let start = clock.now
    let outcomes = batch.run(jobs, while: { Interruption.signalNumber == nil }) { index, outcome in
      lines.withLock { $0.tell(songs[index], paths[index], outcome, options) }
    }
    try conclude(outcomes, paths, banks, elapsed: (clock.now - start) / .seconds(1), lines.withLock { $0.failure })
  }

  /// The file of each song, all different; a folder that -o names is made.
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
    try paths.forEach(checkPlace)
    return paths
  }

  /// A song's file may not take the place of a song, nor, where no folder was named, of anything.
  private func checkPlace(_ path: String) throws {
    if songs.contains(where: { $0 != "-" && SameFile.check(path, $0) }) {
      throw ToolError(path, "this is one of the songs; choose another folder")
    }
    guard options.output == nil, SameFile.exists(path) else { return }
    throw ToolError(path, "is already there; to replace it say -o ./")
  }

  /// What is printed while songs end.
  private struct Lines {
    /// Set when standard output can take no more.
    var failure: StandardOutput.Failure?

    mutating func tell(_ song: String, _ path: String, _ outcome: BounceBatch.Outcome, _ options: BounceOptions) {
      switch outcome {
      case .success(let report):
        guard !options.quiet, !options.json, failure == nil else { return }
        do throws(StandardOutput.Failure) {
          var output = StandardOutput()
          try output.writeLine(BounceWords(report.bounce).line(path).printable)
          try output.flush()
        } catch { failure = error }
      case .failure(BounceError.cancelled): break
      case .failure(let error):
        let words = BatchJob.words(error, song)
        StandardError.writeLine(Style.standardError.failure("tactus:") + " " + words.printable)
      }
    }
  }

  /// What went wrong with a song, its name in front.
  private static func words(_ error: any Error, _ song: String) -> String {
    let text = "\(error)"
    return error is BounceError ? "\(song): \(text)" : text
  }

  private func conclude(
    _ outcomes: [BounceBatch.Outcome], _ paths: [String], _ banks: BankChoice, elapsed: Double,
    _ failure: StandardOutput.Failure?
  ) throws {
    if let failure { throw failure }
    if options.json { try tellMachines(outcomes, paths, banks, elapsed: elapsed) }
    if let number = Interruption.signalNumber { throw Interrupted(signalNumber: number, output: "the rest") }
    let failed = outcomes.count { if case .failure = $0 { true } else { false } }
    if failed > 0 { throw ToolError(nil, "\(failed) of \(songs.count) songs failed; the others are done") }
    guard !options.quiet else { return }
    for remark in banks.remarks {
      StandardError.writeLine(Style.standardError.warning("tactus:") + " " + remark.printable)
    }
  }

  private func tellMachines(
    _ outcomes: [BounceBatch.Outcome], _ paths: [String], _ banks: BankChoice, elapsed: Double
  ) throws(StandardOutput.Failure) {
    let files = zip(zip(songs, paths), outcomes).map { names, outcome -> JSON in
      switch outcome {
      case .success(let report):
        ["song": .string(names.0), "file": .string(names.1), "bytes": JSON(report.file.byteCount)]
          + BounceWords(report.bounce).json
      case .failure(let error): ["song": .string(names.0), "error": .string(Self.words(error, names.0))]
      }
    }
    let object: JSON = [
      "kind": "bounces", "files": .array(files), "banks": banks.json, "bankReason": .string(banks.reasonWords),
      "elapsedSeconds": .number(elapsed),
    ]
    var output = StandardOutput()
    try output.writeLine(object.prettyText)
    try output.flush()
  }
}
